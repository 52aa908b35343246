using Fathom.Sources.Heap.Layout;

namespace Fathom.Sources.Heap.Walking;

/// <summary>Objects of one type in one generation of one segment. The type is its number in the <see cref="MethodTableMap"/>.</summary>
internal readonly record struct HeapUsage(int Type, uint SegmentId, HeapGeneration Generation, long Count, long SizeBytes);
