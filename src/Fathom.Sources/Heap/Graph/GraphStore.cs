using System.Runtime.CompilerServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Machine.Resources;

namespace Fathom.Sources.Heap.Graph;

/// <summary>
/// What the walk of a heap collects for its graph: 12 bytes per object and 4 bytes per reference. References are granules here, because the number of
/// the object that one means is known only when the walk has ended. Several walks may fill it at once, each of which has a slice.
/// </summary>
internal sealed unsafe class GraphStore
{
    // The runtime makes none that is smaller.
    private const int LeastObjectBytes = 24;

    private ulong[] _starts = [];
    private GraphSlice[] _slices = [];

    /// <summary>Prepares for a heap.</summary>
    /// <param name="objects">Objects expected.</param>
    /// <param name="references">References expected.</param>
    public GraphStore(long objects, long references)
    {
        Types = new NumberColumn(objects);
        SizeUnits = new NumberColumn(objects);
        FirstReference = new NumberColumn(objects + 1);
        References = new NumberColumn(references);
    }

    /// <summary>
    /// Prepares for a heap with room for the most objects and references that fit into it. Room that is not used takes no memory, and nothing has to be copied
    /// when more comes than was expected. Where so much address space is not to be had, there is room for what is expected.
    /// </summary>
    /// <param name="heapBytes">Bytes of the heap.</param>
    /// <param name="objects">Objects expected.</param>
    /// <param name="references">References expected.</param>
    public static GraphStore ForHeap(long heapBytes, long objects, long references)
    {
        long mostObjects = Math.Max(objects, (heapBytes / LeastObjectBytes) + 1), mostReferences = Math.Max(references, heapBytes / sizeof(ulong));
        try
        {
            return new GraphStore(Math.Min(mostObjects, Array.MaxLength - 1), Math.Min(mostReferences, Array.MaxLength));
        }
        catch (OutOfMemoryException)
        {
            return new GraphStore(objects, references);
        }
    }

    /// <summary>Per object its type's number.</summary>
    public NumberColumn Types { get; private set; }

    /// <summary>Per object its size in units of 8 bytes.</summary>
    public NumberColumn SizeUnits { get; private set; }

    /// <summary>Per object its first entry in <see cref="References"/>.</summary>
    public NumberColumn FirstReference { get; private set; }

    /// <summary>Granules of the objects referred to; 0 for references that lead nowhere.</summary>
    public NumberColumn References { get; private set; }

    /// <summary>Granules of the heap.</summary>
    public GranuleMap Map { get; private set; } = null!;

    /// <summary>One bit per granule where an object starts.</summary>
    public ulong[] Starts => _starts;

    /// <summary>Objects so far.</summary>
    public uint ObjectCount => (uint)_slices.Sum(static slice => slice.ObjectCount);

    /// <summary>References so far. To be set when the slices are joined.</summary>
    public long ReferenceCount
    {
        get => _slices.Sum(static slice => slice.ReferenceCount);
        set => _slices.Single().ReferenceCount = value;
    }

    /// <summary>Empties the store for walks.</summary>
    /// <param name="map">The granules of the heap.</param>
    /// <param name="shares">How much of the heap each of the walks has, in the order of the addresses.</param>
    public IReadOnlyList<GraphSlice> Begin(GranuleMap map, params ReadOnlySpan<long> shares)
    {
        Map = map;
        int words = (int)(map.GranuleCount / 64);
        if (_starts.Length == words)
        {
            Array.Clear(_starts);
        }
        else
        {
            _starts = GC.AllocateArray<ulong>(words, pinned: true);
            LargePages.Ask((byte*)Unsafe.AsPointer(ref _starts[0]), (long)words * sizeof(ulong));
        }

        return _slices = shares.Length < 2 ? [Whole()] : Cut(shares);
    }

    /// <summary>Makes the memory that is expected to be needed ready for use. Takes a while, so it is done before a target is stopped.</summary>
    /// <param name="expectedObjects">Objects expected.</param>
    /// <param name="expectedReferences">References expected.</param>
    public void Touch(long expectedObjects, long expectedReferences)
    {
        double objectShare = Math.Min(1, (double)expectedObjects / Types.Capacity), referenceShare = Math.Min(1, (double)expectedReferences / References.Capacity);
        foreach (GraphSlice slice in _slices)
        {
            long objects = (long)(slice.ObjectRoom * objectShare * sizeof(uint));
            LargePages.Touch((byte*)slice.TypesStart, objects);
            LargePages.Touch((byte*)slice.SizeUnitsStart, objects);
            LargePages.Touch((byte*)slice.FirstReferenceStart, objects);
            LargePages.Touch((byte*)slice.ReferencesStart, (long)(slice.ReferenceRoom * referenceShare * sizeof(uint)));
        }
    }

    /// <summary>Makes one of the slices, in which every object has its number in the whole heap. The target need not stand still for it.</summary>
    public void Join()
    {
        GraphSlice[] slices = _slices;
        if (slices.Length == 1)
        {
            Trim();
            return;
        }

        (long objects, long references) = (ObjectCount, ReferenceCount);
        (NumberColumn types, NumberColumn sizeUnits, NumberColumn first, NumberColumn targets) = (Types, SizeUnits, FirstReference, References);
        if (Array.Exists(slices, static slice => slice.IsApart))
        {
            (types, sizeUnits) = (new NumberColumn(objects), new NumberColumn(objects));
            (first, targets) = (new NumberColumn(objects + 1), new NumberColumn(references));
        }

        // Within the same columns every slice moves towards their beginning, so that none is overwritten before its turn.
        Parallel.Invoke(
            () => SliceMover.Types(slices, types.Start),
            () => SliceMover.References(slices, targets.Start),
            () => SliceMover.FirstReferences(slices, first.Start),
            () => SliceMover.SizeUnits(slices, sizeUnits.Start));
        (Types, SizeUnits, FirstReference, References) = (types, sizeUnits, first, targets);
        GraphSlice whole = Whole();
        (whole.ObjectCount, whole.ReferenceCount) = ((uint)objects, references);
        _slices = [whole];
        Trim();
    }

    private void Trim()
    {
        Types.Trim(ObjectCount);
        SizeUnits.Trim(ObjectCount);
        FirstReference.Trim(ObjectCount + 1);
        References.Trim(ReferenceCount);
    }

    /// <summary>Makes room for so many more references, when the slices are joined.</summary>
    public void GrowReferences(long more) => _slices.Single().GrowReferences(more);

    private GraphSlice Whole() => new(this, (0, Math.Min(Types.Capacity, FirstReference.Capacity - 1)), (0, References.Capacity), isWhole: true);

    private GraphSlice[] Cut(ReadOnlySpan<long> shares)
    {
        long total = 0;
        foreach (long share in shares)
            total += share;
        GraphSlice[] slices = new GraphSlice[shares.Length];
        (long objects, long references) = (0, 0);
        for (int i = 0; i < shares.Length; i++)
        {
            double part = (double)shares[i] / total;
            (long objectRoom, long referenceRoom) = ((long)(part * (Types.Capacity - 1)), (long)(part * References.Capacity));
            slices[i] = new GraphSlice(this, (objects, objectRoom), (references, referenceRoom), isWhole: false);
            objects += objectRoom;
            references += referenceRoom;
        }

        return slices;
    }
}
