using System.Runtime.CompilerServices;

namespace Fathom.Sources.Graph;

/// <summary>
/// What the walk of a heap collects for its graph: 12 bytes per object and 4 bytes per reference. References are granules here, because the number of
/// the object that one means is known only when the walk has ended.
/// </summary>
internal sealed unsafe class GraphStore
{
    private ulong[] _starts = [];

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

    /// <summary>Per object its type's number.</summary>
    public NumberColumn Types { get; }

    /// <summary>Per object its size in units of 8 bytes.</summary>
    public NumberColumn SizeUnits { get; }

    /// <summary>Per object its first entry in <see cref="References"/>.</summary>
    public NumberColumn FirstReference { get; }

    /// <summary>Granules of the objects referred to; 0 for references that lead nowhere.</summary>
    public NumberColumn References { get; }

    /// <summary>Granules of the heap.</summary>
    public GranuleMap Map { get; private set; } = null!;

    /// <summary>One bit per granule where an object starts.</summary>
    public ulong[] Starts => _starts;

    /// <summary>Objects so far.</summary>
    public uint ObjectCount { get; set; }

    /// <summary>References so far.</summary>
    public long ReferenceCount { get; set; }

    /// <summary>Empties the store for a walk.</summary>
    public void Begin(GranuleMap map)
    {
        Map = map;
        (ObjectCount, ReferenceCount) = (0, 0);
        int words = (int)(map.GranuleCount / 64);
        if (_starts.Length == words)
        {
            Array.Clear(_starts);
            return;
        }

        _starts = GC.AllocateArray<ulong>(words, pinned: true);
        LargePages.Ask((byte*)Unsafe.AsPointer(ref _starts[0]), (long)words * sizeof(ulong));
    }

    /// <summary>Makes the memory that is expected to be needed ready for use. Takes a while, so it is done before a target is stopped.</summary>
    public void Touch(long objects, long references)
    {
        foreach (NumberColumn column in (ReadOnlySpan<NumberColumn>)[Types, SizeUnits, FirstReference])
            LargePages.Touch((byte*)column.Start, Math.Min(objects, column.Capacity) * sizeof(uint));
        LargePages.Touch((byte*)References.Start, Math.Min(references, References.Capacity) * sizeof(uint));
    }

    /// <summary>Makes room for more objects.</summary>
    public void GrowObjects()
    {
        Types.Grow(ObjectCount, ObjectCount + 2L);
        SizeUnits.Grow(ObjectCount, ObjectCount + 2L);
        FirstReference.Grow(ObjectCount, ObjectCount + 3L);
    }

    /// <summary>Makes room for so many more references.</summary>
    public void GrowReferences(long more) => References.Grow(ReferenceCount, ReferenceCount + more);
}
