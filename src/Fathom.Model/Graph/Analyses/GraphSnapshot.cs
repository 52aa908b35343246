namespace Fathom.Model.Graph.Analyses;

/// <summary>What is known of the heap that a graph was made of.</summary>
/// <param name="SnapshotId">Id of the snapshot in the recording.</param>
/// <param name="Parts">Where the objects lie: in the order of their numbers, and without gaps.</param>
public sealed record GraphSnapshot(uint SnapshotId, IReadOnlyList<GraphPart> Parts);
