using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Walking;

namespace Fathom.Sources.Heap.Objects;

/// <summary>An object that a walk has listed.</summary>
/// <param name="Address">Where it is.</param>
/// <param name="Type">Number of its type in the <see cref="MethodTableMap"/>.</param>
/// <param name="SegmentId">Its segment.</param>
/// <param name="Generation">Its generation.</param>
/// <param name="SizeBytes">What it occupies.</param>
internal readonly record struct ObjectPlace(ulong Address, int Type, uint SegmentId, HeapGeneration Generation, long SizeBytes);
