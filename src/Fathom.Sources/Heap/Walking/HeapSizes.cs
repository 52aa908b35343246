namespace Fathom.Sources.Heap.Walking;

/// <summary>Objects of one type of at least so many bytes, and less than twice as many. The type is its number in the <see cref="MethodTableMap"/>.</summary>
internal readonly record struct HeapSizes(int Type, long FromBytes, long Count, long SizeBytes);
