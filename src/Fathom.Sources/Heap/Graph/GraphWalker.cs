using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Graph;

/// <summary>The walk of <see cref="HeapWalker"/> that also keeps every object and its references. Segments must come in the order of their addresses.</summary>
internal sealed unsafe class GraphWalker : HeapWalker
{
    // What a slot's References means; from FirstLayout on, it is the place in _layouts.
    private const uint Unasked = 0;
    private const uint FreeBlock = 1;
    private const uint NoReferences = 2;
    private const uint FirstLayout = 3;

    private readonly GraphSlice _slice;
    private readonly GraphStore _store;
    private readonly IReferenceSource _source;
    private readonly ReferenceWindow _window;
    private readonly ulong _freeMethodTable;
    private ReferenceLayout[] _layouts = new ReferenceLayout[256];
    private int _layoutCount;
    private long _referencesBefore;
    private long _unknownLayouts;

    /// <summary>Prepares a walk.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="map">The outline of the heap.</param>
    /// <param name="types">Tells method tables from other addresses.</param>
    /// <param name="source">Tells where references are.</param>
    /// <param name="slice">Filled by the walk.</param>
    /// <param name="due">Ends the walk at the next block.</param>
    public GraphWalker(ITargetMemory memory, HeapMap map, IMethodTableSource types, IReferenceSource source, GraphSlice slice, CancellationToken due)
        : base(memory, map, types, due)
    {
        _slice = slice;
        _store = slice.Store;
        _source = source;
        _freeMethodTable = map.FreeMethodTable;
        _window = new ReferenceWindow(memory, due);
    }

    /// <inheritdoc/>
    public override bool NeedsAddressOrder => true;

    /// <summary>What the walk could not read of the references.</summary>
    public GraphLoss Loss => new(0, 0, _unknownLayouts, _window.UnreadableBytes, _window.UnreadableRanges);

    // Compiled with all optimisations at once: a walk is over before the runtime would see that it is worth it.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private protected override bool Run(ulong stopAt, ref byte* position, ref byte* before)
    {
        byte* at = position;
        byte* last = LastStart(stopAt);
        byte* block = Block.Start;
        byte* blockEnd = block + Block.Length;
        ulong blockAddress = Block.Address;
        uint granuleOfBlock = _store.Map.Of(blockAddress);
        MethodTableSlot* slots = Types.Slots;
        int shift = Types.Shift;
        ulong mask = Types.Mask;
        SizeBucket* sizes = Types.Sizes is { } buckets ? buckets.First : null;
        GraphSlice slice = _slice;
        uint* typeOf = slice.TypesStart, unitsOf = slice.SizeUnitsStart, firstOf = slice.FirstReferenceStart;
        uint number = slice.ObjectCount;
        long most = slice.ObjectRoom;
        fixed (ulong* starts = _store.Starts)
        {
            while (at <= last)
            {
                ulong methodTable = *(ulong*)at & ~HeapLayout.PointerBits;
                ulong index = (methodTable * MethodTableMap.HashFactor) >> shift;
                MethodTableSlot* slot = slots + index;
                while (slot->MethodTable != methodTable)
                {
                    if (slot->MethodTable == MethodTableMap.EmptyKey)
                    {
                        slice.ObjectCount = number;
                        position = at;
                        return false;
                    }

                    index = (index + 1) & mask;
                    slot = slots + index;
                }

                ulong size = slot->BaseSize + ((ulong)slot->ComponentSize * *(uint*)(at + HeapLayout.ComponentCountOffset));
                ulong aligned = HeapLayout.AlignUp(size);
                if (slot->References == Unasked)
                    slot->References = Ask(methodTable);
                slot->Count++;
                slot->SizeBytes += (long)aligned;
                if (slot->Sizes != 0)
                    SizeBuckets.Of(sizes, slot->Sizes, aligned)->Add((long)aligned);
                if (slot->References != FreeBlock)
                {
                    if (number >= most)
                    {
                        slice.ObjectCount = number;
                        slice.GrowObjects();
                        typeOf = slice.TypesStart;
                        unitsOf = slice.SizeUnitsStart;
                        firstOf = slice.FirstReferenceStart;
                        most = slice.ObjectRoom;
                    }

                    ulong offset = (ulong)(at - block);
                    uint granule = granuleOfBlock + (uint)(offset >> 3);
                    starts[granule >> 6] |= 1UL << (int)(granule & 63);
                    typeOf[number] = slot->Number;
                    unitsOf[number] = (uint)(aligned / sizeof(ulong));
                    firstOf[number] = (uint)slice.ReferenceCount;
                    number++;
                    _referencesBefore = slice.ReferenceCount;

                    // What ends behind its range is no object; the walk takes it back.
                    if (slot->References >= FirstLayout && blockAddress + offset + aligned <= stopAt)
                        AddReferences((int)(slot->References - FirstLayout), at, blockAddress + offset, size, at + aligned <= blockEnd);
                }

                before = at;
                at += aligned;
            }
        }

        slice.ObjectCount = number;
        position = at;
        return true;
    }

    private protected override ulong Undo(byte* start)
    {
        ulong address = base.Undo(start);
        if (Types.Find(*(ulong*)start & ~HeapLayout.PointerBits)->References == FreeBlock)
            return address;
        uint granule = _store.Map.Of(address);
        _store.Starts[granule >> 6] &= ~(1UL << (int)(granule & 63));
        _slice.ObjectCount--;
        _slice.ReferenceCount = _referencesBefore;
        return address;
    }

    private uint Ask(ulong methodTable)
    {
        if (methodTable == _freeMethodTable)
            return FreeBlock;
        ReferenceLayout layout = _source.LayoutOf(methodTable);
        if (layout is { IsEmpty: true, Damaged: false })
            return NoReferences;
        if (_layoutCount == _layouts.Length)
            Array.Resize(ref _layouts, _layoutCount * 2);
        _layouts[_layoutCount] = layout;
        return FirstLayout + (uint)_layoutCount++;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void AddReferences(int index, byte* at, ulong address, ulong size, bool isWhole)
    {
        ReferenceLayout layout = _layouts[index];
        ReferencePart[] parts = layout.Parts;
        long most = (long)(size / sizeof(ulong)) + 1;
        if (_slice.ReferenceCount + most > _slice.ReferenceRoom)
            _slice.GrowReferences(most);
        uint* to = _slice.ReferencesStart + _slice.ReferenceCount;
        uint* next = to;
        if (layout.LoaderAllocator != 0)
            *next++ = _store.Map.Of(layout.LoaderAllocator);
        if (layout.Damaged)
        {
            // A reference that leads nowhere stands for those that are not known, and tells who has lost some.
            *next++ = 0;
            _unknownLayouts++;
        }
        else if (!isWhole)
            next = _window.Read(layout, address, size, _store.Map, next);
        else if (layout.Repeats)
            next = Pattern(parts, at, size, next);
        else
            next = Series(parts, at, size, next);
        _slice.ReferenceCount += next - to;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint* Series(ReferencePart[] parts, byte* at, ulong size, uint* next)
    {
        ref int upper = ref MemoryMarshal.GetReference(_store.Map.Upper);
        ref uint lower = ref MemoryMarshal.GetReference(_store.Map.Lower);
        foreach (ReferencePart part in parts)
        {
            byte* from = at + part.Start;
            byte* end = at + Math.Min((long)size - sizeof(ulong), part.Start + part.Length + (long)size);
            for (; from < end; from += sizeof(ulong))
            {
                ulong reference = *(ulong*)from;
                if (reference != 0)
                    *next++ = Granule(reference, ref upper, ref lower);
            }
        }

        return next;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private uint* Pattern(ReferencePart[] parts, byte* at, ulong size, uint* next)
    {
        ref int upper = ref MemoryMarshal.GetReference(_store.Map.Upper);
        ref uint lower = ref MemoryMarshal.GetReference(_store.Map.Lower);
        byte* from = at + parts[0].Start;
        byte* end = at + size - sizeof(ulong);
        while (from < end)
        {
            foreach (ReferencePart part in parts)
            {
                byte* stop = from + part.Length < end ? from + part.Length : end;
                for (; from < stop; from += sizeof(ulong))
                {
                    ulong reference = *(ulong*)from;
                    if (reference != 0)
                        *next++ = Granule(reference, ref upper, ref lower);
                }

                from += part.Skip;
            }
        }

        return next;
    }

    // GranuleMap.Of, without checks of bounds that the shifts make needless.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Granule(ulong address, ref int upper, ref uint lower)
    {
        if (address >> GranuleMap.AddressBits != 0 || (address & HeapLayout.PointerBits) != 0)
            return 0;
        int block = Unsafe.Add(ref upper, (nint)(address >> GranuleMap.UpperShift));
        uint page = Unsafe.Add(ref lower, block + (nint)((address >> GranuleMap.PageBits) & ((1 << (GranuleMap.UpperShift - GranuleMap.PageBits)) - 1)));
        return page == 0 ? 0 : (page * GranuleMap.GranulesPerPage) + (uint)((address >> 3) & (GranuleMap.GranulesPerPage - 1));
    }
}
