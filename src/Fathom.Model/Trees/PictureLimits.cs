namespace Fathom.Model.Trees;

/// <summary>How much a <see cref="StackPicture"/> holds at most.</summary>
/// <param name="Nodes">Calls of its tree.</param>
/// <param name="NameChars">Characters of all names together.</param>
/// <param name="Cells">Sums by stack, thread and slice of time.</param>
/// <param name="Threads">Threads that stand for themselves.</param>
/// <param name="LongestName">Characters of one name.</param>
public sealed record PictureLimits(int Nodes, int NameChars, int Cells, int Threads, int LongestName)
{
    /// <summary>As a page is written: of 4 MB at most.</summary>
    public static PictureLimits Page { get; } = new(Nodes: 60_000, NameChars: 1_000_000, Cells: 150_000, Threads: 200, LongestName: 1_000);
}
