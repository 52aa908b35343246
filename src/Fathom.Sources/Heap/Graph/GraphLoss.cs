namespace Fathom.Sources.Heap.Graph;

/// <summary>What a graph does not have of what it should have.</summary>
/// <param name="DeadEnds">References that lead to no object, and were left out.</param>
/// <param name="RootDeadEnds">The same of roots.</param>
/// <param name="UnknownLayouts">Objects whose references cannot be told.</param>
/// <param name="UnreadableBytes">Bytes with references that could not be read.</param>
/// <param name="UnreadableRanges">Ranges of such bytes.</param>
internal readonly record struct GraphLoss(long DeadEnds, long RootDeadEnds, long UnknownLayouts, long UnreadableBytes, long UnreadableRanges = 0)
{
    /// <summary>Whether all is there.</summary>
    public bool IsNone => this == default;
}
