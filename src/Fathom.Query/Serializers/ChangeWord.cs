namespace Fathom.Query.Serializers;

/// <summary>What became of an operation from one recording to another, in a word.</summary>
internal static class ChangeWord
{
    /// <summary>Certainly slower: beyond the bounds of all ratios together.</summary>
    public const string Slower = "slower";

    /// <summary>Certainly faster.</summary>
    public const string Faster = "faster";

    /// <summary>Not told apart, though a tenth would have been.</summary>
    public const string Same = "no difference seen";

    /// <summary>It cannot be said; the reason stands beside.</summary>
    public const string Inconclusive = "inconclusive";

    /// <summary>Came back whole before and does not any more.</summary>
    public const string Failed = "failed";

    /// <summary>Did not come back whole before and does now.</summary>
    public const string Mended = "mended";
}
