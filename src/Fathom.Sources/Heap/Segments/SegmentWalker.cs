using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Segments;

/// <summary>The walk of a heap that also looks at the free blocks.</summary>
/// <param name="memory">The target's memory.</param>
/// <param name="map">The outline of the heap.</param>
/// <param name="source">Tells method tables from other addresses.</param>
/// <param name="free">Gets the free blocks by segment and generation.</param>
/// <param name="due">Ends the walk at the next block.</param>
internal sealed unsafe class SegmentWalker(
    ITargetMemory memory, HeapMap map, IMethodTableSource source, Dictionary<(uint Segment, HeapGeneration Generation), FreeSpace> free, CancellationToken due)
    : TypeWalker(memory, map, source, map.FreeMethodTable, due)
{
    // Header, method table and length.
    private const ulong BaseSize = 24;

    private protected override void Met(byte** found, int count)
    {
        ref FreeSpace space = ref CollectionsMarshal.GetValueRefOrAddDefault(free, (SegmentId, Generation), out _);
        for (int i = 0; i < count; i++)
            space.Add(HeapLayout.AlignUp(BaseSize + *(uint*)(found[i] + HeapLayout.ComponentCountOffset)));
    }
}
