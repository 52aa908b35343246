using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Objects;

/// <summary>The walk of a heap that also lists the objects of some types, in the order of their addresses.</summary>
/// <param name="memory">The target's memory.</param>
/// <param name="map">The outline of the heap.</param>
/// <param name="source">Tells method tables from other addresses.</param>
/// <param name="query">Which objects are listed.</param>
/// <param name="isWanted">Whether objects of a type are listed. Asked once for each type.</param>
/// <param name="due">Ends the walk at the next block.</param>
internal sealed unsafe class ObjectListWalker(
    ITargetMemory memory, HeapMap map, IMethodTableSource source, ObjectQuery query, Func<ulong, bool> isWanted, CancellationToken due)
    : HeapWalker(memory, map, source, due)
{
    private readonly List<ObjectPlace> _found = [];
    private bool?[] _wanted = new bool?[256];

    /// <summary>The objects.</summary>
    public List<ObjectPlace> Found => _found;

    /// <summary>Objects that are not listed because there were too many.</summary>
    public long OmittedCount { get; private set; }

    /// <summary>What they occupy.</summary>
    public long OmittedBytes { get; private set; }

    public override bool NeedsAddressOrder => true;

    private protected override bool Run(ulong stopAt, ref byte* position, ref byte* before)
    {
        byte* at = position;
        bool known = base.Run(stopAt, ref position, ref before);

        // An object that ends behind its range is none, and is taken back by the walk.
        byte* end = Block.Address + (ulong)(position - Block.Start) > stopAt ? before : position;
        while (at < end)
        {
            MethodTableSlot* slot = Types.Find(*(ulong*)at & ~HeapLayout.PointerBits);
            long size = (long)HeapLayout.AlignUp(slot->BaseSize + ((ulong)slot->ComponentSize * *(uint*)(at + HeapLayout.ComponentCountOffset)));
            if (IsWanted(slot))
                Add(Block.Address + (ulong)(at - Block.Start), slot, size);
            at += size;
        }

        return known;
    }

    private void Add(ulong address, MethodTableSlot* slot, long size)
    {
        if (address <= query.After)
            return;
        if (_found.Count < query.MaxObjects)
        {
            _found.Add(new ObjectPlace(address, (int)slot->Number, SegmentId, Generation, size));
            return;
        }

        OmittedCount++;
        OmittedBytes += size;
    }

    private bool IsWanted(MethodTableSlot* slot)
    {
        int number = (int)slot->Number;
        if (number >= _wanted.Length)
            Array.Resize(ref _wanted, Math.Max(number + 1, _wanted.Length * 2));
        return _wanted[number] ??= isWanted(slot->MethodTable);
    }
}
