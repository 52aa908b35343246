using System.Runtime.CompilerServices;
using Fathom.Model.Heap;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Walking;

/// <summary>
/// Walks segments object by object in large reads and counts objects and bytes by type, segment and generation.
/// See <see cref="HeapLayout"/> for how a heap is laid out.
/// </summary>
/// <remarks>
/// Each object costs two loads from the block, one lookup of its method table and one addition; nothing is allocated per object. What makes
/// no sense is lost, counted, and passed: the walk goes on at the next place that is known or proves to be the start of an object.
/// </remarks>
internal unsafe class HeapWalker : IDisposable
{
    private readonly BlockBuffer _block;
    private readonly MethodTableMap _types;
    private readonly ObjectFinder _finder;
    private readonly IReadOnlyList<AddressRange> _contexts;
    private readonly ulong _freeMethodTable;
    private readonly CancellationToken _due;
    private readonly List<HeapUsage> _usages = [];
    private readonly HeapLosses _losses = new();
    private HeapSegment _segment = null!;
    private long _walkedBytes;
    private long _contextBytes;
    private long _objectCount;

    /// <summary>Prepares a walk.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="map">The outline of the heap.</param>
    /// <param name="source">Tells method tables from other addresses.</param>
    /// <param name="due">Ends the walk at the next block.</param>
    public HeapWalker(ITargetMemory memory, HeapMap map, IMethodTableSource source, CancellationToken due)
    {
        _block = new BlockBuffer(memory);
        _types = new MethodTableMap(source);
        _finder = new ObjectFinder(memory, _types);
        _contexts = [.. map.AllocationContexts.Where(static context => context.End >= context.Start)];
        _freeMethodTable = map.FreeMethodTable;
        _due = due;
    }

    public MethodTableMap Types => _types;

    public IReadOnlyList<HeapUsage> Usages => _usages;

    public HeapLosses Losses => _losses;

    /// <summary>Whether segments must be walked in the order of their addresses.</summary>
    public virtual bool NeedsAddressOrder => false;

    /// <summary>Counts the sizes of objects too, which costs some time per object. To be called before the walk.</summary>
    public void CountSizes() => _types.CountSizes();

    /// <summary>The sizes of all objects that were counted, per type in the order of the type numbers; empty where they are not asked for.</summary>
    public List<HeapSizes> Sizes()
    {
        if (_types.Sizes is not { } buckets)
            return [];
        (long Count, long SizeBytes)[] totals = new (long, long)[_types.Count];
        foreach (HeapUsage usage in _usages)
            totals[usage.Type] = (totals[usage.Type].Count + usage.Count, totals[usage.Type].SizeBytes + usage.SizeBytes);
        List<HeapSizes> sizes = [];
        for (int type = 0; type < totals.Length; type++)
        {
            (long count, long bytes) = totals[type];
            if (_types[type].Sizes is not 0 and var first)
                buckets.Collect(first, type, sizes);
            else if (count > 0)
                sizes.Add(new HeapSizes(type, HeapSizeRow.BucketOf(bytes / count), count, bytes));
        }

        return sizes;
    }

    /// <summary>Walks one segment.</summary>
    /// <exception cref="OperationCanceledException">The walk is due to end.</exception>
    public SegmentBalance Walk(HeapSegment segment)
    {
        _segment = segment;
        (_walkedBytes, _contextBytes, _objectCount) = (0, 0, 0);
        long lostBefore = _losses.Bytes;
        ulong address = segment.Objects.Start;
        if (segment.DoubledUntil > address)
        {
            ulong from = address;
            address = Math.Min(segment.DoubledUntil, segment.Objects.End);
            _losses.Add(segment.Id, new AddressRange(from, address), "a part that lies in another segment too");
        }

        _block.Reset(address);
        foreach ((HeapGeneration generation, AddressRange range) in segment.Generations)
        {
            Generation = generation;
            address = WalkGeneration(address, range.End, generation);
            Flush(generation);
        }

        return new SegmentBalance(segment.Id, _walkedBytes, _contextBytes, _losses.Bytes - lostBefore, _objectCount);
    }

    /// <summary>The window on the target's memory.</summary>
    private protected BlockBuffer Block => _block;

    /// <summary>Number of the segment that is being walked.</summary>
    private protected uint SegmentId => _segment.Id;

    /// <summary>The generation that is being walked.</summary>
    private protected HeapGeneration Generation { get; private set; }

    /// <summary>End of the segment that is being walked.</summary>
    private protected ulong SegmentEnd => _segment.Objects.End;

    public virtual void Dispose()
    {
        _types.Dispose();
        GC.SuppressFinalize(this);
    }

    private ulong WalkGeneration(ulong address, ulong end, HeapGeneration generation)
    {
        while (address < end)
        {
            AddressRange? context = NextContext(address);
            if (context is { } at && at.Start == address)
            {
                // The GC keeps the space of one smallest object behind the limit.
                address = PassEmpty(address, Math.Min(at.End, end - HeapLayout.MinObjectSize) + HeapLayout.MinObjectSize);
                continue;
            }

            ulong stopAt = Math.Min(end, context?.Start ?? end);
            ulong reached = WalkObjects(address, stopAt, out string? trouble);
            if (trouble is not null && !TryPassUnfinished(ref reached, stopAt, context is not null, generation))
                reached = PassLost(reached, stopAt, trouble);
            address = reached;
        }

        return address;
    }

    // The first allocation context that starts at or behind the address.
    private AddressRange? NextContext(ulong address)
    {
        int low = 0, high = _contexts.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_contexts[middle].Start < address)
                low = middle + 1;
            else
                high = middle;
        }

        return low < _contexts.Count ? _contexts[low] : null;
    }

    // Walks until an object ends at stopAt. With trouble, returns where it is: the object that cannot be told, or that ends behind stopAt.
    private ulong WalkObjects(ulong address, ulong stopAt, out string? trouble)
    {
        while (address < stopAt)
        {
            if (!_block.Holds(address, HeapLayout.HeadSize))
            {
                _due.ThrowIfCancellationRequested();
                if (stopAt - address < HeapLayout.MinObjectSize)
                    return Trouble("a remainder smaller than an object", out trouble, address);
                if (_block.MoveTo(address, _segment.Objects.End) < HeapLayout.HeadSize)
                    return Trouble("memory cannot be read", out trouble, address);
            }

            byte* position = _block.Start + (address - _block.Address);
            byte* before = position;
            bool known = Run(stopAt, ref position, ref before);
            address = _block.Address + (ulong)(position - _block.Start);
            if (address > stopAt)
                return Trouble("an object that ends beyond its range", out trouble, Undo(before));
            if (!known && _types.FindOrAdd(*(ulong*)position & ~HeapLayout.PointerBits) is null)
                return Trouble(_types.IsFull ? "a type beyond those that are told apart" : "no known type at an object's start", out trouble, address);
        }

        trouble = null;
        return address;
    }

    // The last place in the block where an object that starts before stopAt can show its size.
    private protected byte* LastStart(ulong stopAt) => _block.Start + Math.Min((ulong)(_block.Length - HeapLayout.HeadSize), stopAt - 1 - _block.Address);

    /// <summary>Walks the objects of the block that start before <paramref name="stopAt"/>.</summary>
    /// <param name="stopAt">An address in the target.</param>
    /// <param name="position">Where to start, and behind the last object that was counted afterwards.</param>
    /// <param name="before">Set to the start of the last object that was counted, if any.</param>
    /// <returns>False when <paramref name="position"/> is at an unknown method table.</returns>
    private protected virtual bool Run(ulong stopAt, ref byte* position, ref byte* before)
    {
        NoVisitor nobody = default;
        return Run(ref nobody, stopAt, ref position, ref before);
    }

    /// <summary>The same, with every object shown to a visitor. What the visitor does becomes a part of the hot loop.</summary>
    private protected bool Run<TVisitor>(ref TVisitor visitor, ulong stopAt, ref byte* position, ref byte* before)
        where TVisitor : struct, IObjectVisitor
    {
        if (_types.Sizes is not { } sizes)
            return Run(ref visitor, _types.Slots, _types.Shift, _types.Mask, ref position, LastStart(stopAt), ref before);
        SizeVisitor<TVisitor> both = new(sizes.First, visitor);
        bool known = Run(ref both, _types.Slots, _types.Shift, _types.Mask, ref position, LastStart(stopAt), ref before);
        visitor = both.Inner;
        return known;
    }

    // The hot loop. Stops behind the last start of an object that lies in the block, or at the first unknown method table (false).
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static bool Run<TVisitor>(ref TVisitor shared, MethodTableSlot* slots, int shift, ulong mask, ref byte* position, byte* last, ref byte* before)
        where TVisitor : struct, IObjectVisitor
    {
        // A copy of its own, whose fields can be kept in registers.
        TVisitor visitor = shared;
        byte* at = position;
        byte* previous = before;
        bool known = true;
        while (at <= last)
        {
            ulong methodTable = *(ulong*)at & ~HeapLayout.PointerBits;
            ulong index = (methodTable * MethodTableMap.HashFactor) >> shift;
            MethodTableSlot* slot = slots + index;
            while (slot->MethodTable != methodTable)
            {
                if (slot->MethodTable == MethodTableMap.EmptyKey)
                {
                    known = false;
                    goto Done;
                }

                index = (index + 1) & mask;
                slot = slots + index;
            }

            // A type without components has component size 0, so that whatever stands in place of the count does not matter.
            ulong size = HeapLayout.AlignUp(slot->BaseSize + ((ulong)slot->ComponentSize * *(uint*)(at + HeapLayout.ComponentCountOffset)));
            slot->Count++;
            slot->SizeBytes += (long)size;
            visitor.Visit(at, slot, size);
            previous = at;
            at += size;
        }

    Done:
        shared = visitor;
        position = at;
        before = previous;
        return known;
    }

    // Takes the last object back out of the counts and returns its address.
    private protected virtual ulong Undo(byte* start)
    {
        MethodTableSlot* slot = _types.Find(*(ulong*)start & ~HeapLayout.PointerBits);
        ulong size = HeapLayout.AlignUp(slot->BaseSize + ((ulong)slot->ComponentSize * *(uint*)(start + HeapLayout.ComponentCountOffset)));
        slot->Count--;
        slot->SizeBytes -= (long)size;
        if (slot->Sizes != 0)
            SizeBuckets.Of(_types.Sizes!.First, slot->Sizes, size)->Remove((long)size);
        return _block.Address + (ulong)(start - _block.Start);
    }

    // Two places in the youngest generation hold nothing without being listed. An allocation context that is used up to the last byte leaves
    // the space behind its limit. And a thread that was stopped in the middle of an allocation has taken memory just before its context's
    // pointer, and the object in it has no type yet: nothing but zeros. Zeros with objects behind them are a context that is not known, as in a damaged core.
    private bool TryPassUnfinished(ref ulong address, ulong stopAt, bool contextAhead, HeapGeneration generation)
    {
        if (generation != HeapGeneration.Gen0)
            return false;
        ulong behindSpace = address + HeapLayout.MinObjectSize;
        if (behindSpace <= stopAt && !_finder.IsObject(address, stopAt) && _finder.IsObject(behindSpace, stopAt))
            address = PassEmpty(address, behindSpace);
        else if (contextAhead && stopAt - address <= HeapLayout.LargeObjectSize && _finder.IsZero(address, stopAt - address))
            address = PassEmpty(address, stopAt);
        else
            return false;
        return true;
    }

    /// <summary>Told of every stretch without objects: unused memory of an allocation context, and what is lost.</summary>
    private protected virtual void Passed(AddressRange range)
    {
    }

    private ulong PassEmpty(ulong from, ulong to)
    {
        Passed(new AddressRange(from, to));
        _contextBytes += (long)(to - from);
        return to;
    }

    private ulong PassLost(ulong from, ulong stopAt, string reason)
    {
        ulong to = _finder.FindNext(from, stopAt, _due);
        _losses.Add(_segment.Id, new AddressRange(from, to), reason);
        Passed(new AddressRange(from, to));
        return to;
    }

    private static ulong Trouble(string reason, out string? trouble, ulong address)
    {
        trouble = reason;
        return address;
    }

    private void Flush(HeapGeneration generation)
    {
        for (int type = 0; type < _types.Count; type++)
        {
            ref MethodTableSlot slot = ref _types[type];
            if (slot.Count == 0)
                continue;
            _usages.Add(new HeapUsage(type, _segment.Id, generation, slot.Count, slot.SizeBytes));
            _walkedBytes += slot.SizeBytes;
            _objectCount += slot.MethodTable == _freeMethodTable ? 0 : slot.Count;
            (slot.Count, slot.SizeBytes) = (0, 0);
        }
    }
}
