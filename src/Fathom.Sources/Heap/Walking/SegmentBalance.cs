namespace Fathom.Sources.Heap.Walking;

/// <summary>What the walk of one segment came to. Walked, allocation context and lost bytes add up to the segment's length.</summary>
internal readonly record struct SegmentBalance(uint SegmentId, long WalkedBytes, long AllocationContextBytes, long LostBytes, long ObjectCount);
