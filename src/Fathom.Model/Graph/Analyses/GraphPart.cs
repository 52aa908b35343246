namespace Fathom.Model.Graph.Analyses;

/// <summary>Objects of one generation in one segment, which have numbers in a row.</summary>
/// <param name="FirstObject">Number of the first one.</param>
/// <param name="EndObject">Behind the number of the last one.</param>
/// <param name="SegmentId">The segment, in table <c>heap_segment</c>; 0 where the source tells no segments.</param>
/// <param name="Generation">gen0, gen1, gen2, large, pinned or frozen; null where the source does not tell.</param>
public readonly record struct GraphPart(uint FirstObject, uint EndObject, uint SegmentId, string? Generation);
