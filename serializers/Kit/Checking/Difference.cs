namespace Fathom.Serializers.Kit.Checking;

/// <summary>The first place where what came back is not what was given.</summary>
/// <param name="Path">The way from the root: "Books[3].Title".</param>
/// <param name="Kind">Lost or changed.</param>
/// <param name="Expected">What was given, short.</param>
/// <param name="Actual">What came back, short.</param>
public sealed record Difference(string Path, DifferenceKind Kind, string Expected, string Actual)
{
    /// <summary>Whether it is the class of an object that differs, rather than what it holds.</summary>
    public bool IsOfType { get; init; }

    /// <summary>The same difference, seen in one lane.</summary>
    public Difference In(string lane) => this with { Path = $"({lane}) {(Path.Length == 0 ? "root" : Path)}" };

    /// <summary>One line.</summary>
    public override string ToString() => $"{(Path.Length == 0 ? "root" : Path)}: {Expected} came back as {Actual}";
}
