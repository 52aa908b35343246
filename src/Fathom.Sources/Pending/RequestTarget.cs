namespace Fathom.Sources.Pending;

/// <summary>What of the target of a request is shown: not the query, the fragment or the user, which may be secret.</summary>
internal static class RequestTarget
{
    /// <summary>Most characters of a target.</summary>
    public const int MaxLength = 200;

    private const string More = "…";

    /// <summary>The part of a target that is shown.</summary>
    /// <param name="text">A path or an absolute address.</param>
    public static string Of(string text)
    {
        int end = text.AsSpan().IndexOfAny('?', '#');
        string shown = end < 0 ? text : text[..end];
        int authority = shown.IndexOf("://", StringComparison.Ordinal);
        if (authority > 0)
        {
            int from = authority + "://".Length;
            int path = shown.IndexOf('/', from);
            int user = shown.LastIndexOf('@', (path < 0 ? shown.Length : path) - 1);
            if (user >= from)
                shown = shown[..from] + shown[(user + 1)..];
        }

        return shown.Length <= MaxLength ? shown : shown[..MaxLength] + More;
    }
}
