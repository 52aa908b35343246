using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Objects;

/// <summary>The walk of a heap that also finds the object at an address, or the nearest one before it in the same segment.</summary>
/// <param name="memory">The target's memory.</param>
/// <param name="map">The outline of the heap.</param>
/// <param name="source">Tells method tables from other addresses.</param>
/// <param name="address">The address.</param>
/// <param name="due">Ends the walk at the next block.</param>
internal sealed unsafe class LocatingWalker(ITargetMemory memory, HeapMap map, IMethodTableSource source, ulong address, CancellationToken due)
    : HeapWalker(memory, map, source, due)
{
    /// <summary>The object; null where the address is in no segment.</summary>
    public ObjectPlace? Nearest { get; private set; }

    private protected override bool Run(ulong stopAt, ref byte* position, ref byte* before)
    {
        // Below the block's start nothing is found; an address far behind it is as good as its end.
        bool isAhead = address >= Block.Address && address < SegmentEnd;
        LocatingVisitor visitor = new(isAhead ? Block.Start + Math.Min(address - Block.Address, (ulong)Block.Length) : null);
        bool known = Run(ref visitor, stopAt, ref position, ref before);

        // An object that ends behind its range is none, and is taken back by the walk.
        bool isNone = visitor.Last == before && Block.Address + (ulong)(position - Block.Start) > stopAt;
        if (visitor.Last is not null && !isNone)
            Nearest = PlaceOf(visitor.Last);
        return known;
    }

    private ObjectPlace PlaceOf(byte* start)
    {
        MethodTableSlot* slot = Types.Find(*(ulong*)start & ~HeapLayout.PointerBits);
        long size = (long)HeapLayout.AlignUp(slot->BaseSize + ((ulong)slot->ComponentSize * *(uint*)(start + HeapLayout.ComponentCountOffset)));
        return new ObjectPlace(Block.Address + (ulong)(start - Block.Start), (int)slot->Number, SegmentId, Generation, size);
    }
}
