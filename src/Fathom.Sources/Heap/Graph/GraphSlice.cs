namespace Fathom.Sources.Heap.Graph;

/// <summary>
/// A part of a <see cref="GraphStore"/> that one walk fills. It has a stretch of the store's columns for itself; where that is too short, it goes on in
/// columns of its own.
/// </summary>
internal sealed unsafe class GraphSlice
{
    private readonly bool _isWhole;
    private long _objectBase;
    private long _referenceBase;

    /// <summary>A stretch of the columns of a store.</summary>
    /// <param name="store">The store.</param>
    /// <param name="objects">The entries for objects.</param>
    /// <param name="references">The entries for references.</param>
    /// <param name="isWhole">Whether nobody else uses the columns, so that they may grow.</param>
    public GraphSlice(GraphStore store, (long Base, long Room) objects, (long Base, long Room) references, bool isWhole)
    {
        Store = store;
        (Types, SizeUnits, FirstReference, References) = (store.Types, store.SizeUnits, store.FirstReference, store.References);
        (_objectBase, ObjectRoom) = objects;
        (_referenceBase, ReferenceRoom) = references;
        _isWhole = isWhole;
    }

    /// <summary>The store.</summary>
    public GraphStore Store { get; }

    /// <summary>Objects so far.</summary>
    public uint ObjectCount { get; set; }

    /// <summary>References so far.</summary>
    public long ReferenceCount { get; set; }

    /// <summary>Objects that fit.</summary>
    public long ObjectRoom { get; private set; }

    /// <summary>References that fit.</summary>
    public long ReferenceRoom { get; private set; }

    /// <summary>The numbers that the types have in the whole store, by those of the walk; null where they are the same.</summary>
    public uint[]? TypeNumbers { get; set; }

    /// <summary>Whether it has left the columns of the store.</summary>
    public bool IsApart => Types != Store.Types || References != Store.References;

    /// <summary>Per object its type's number, from here on.</summary>
    public uint* TypesStart => Types.Start + _objectBase;

    /// <summary>Per object its size in units of 8 bytes.</summary>
    public uint* SizeUnitsStart => SizeUnits.Start + _objectBase;

    /// <summary>Per object its first reference, counted from the beginning of the slice.</summary>
    public uint* FirstReferenceStart => FirstReference.Start + _objectBase;

    /// <summary>Granules of the objects referred to.</summary>
    public uint* ReferencesStart => References.Start + _referenceBase;

    private NumberColumn Types { get; set; }

    private NumberColumn SizeUnits { get; set; }

    private NumberColumn FirstReference { get; set; }

    private NumberColumn References { get; set; }

    /// <summary>Makes room for more objects.</summary>
    public void GrowObjects()
    {
        long needed = ObjectCount + 3L;
        if (_isWhole || Types != Store.Types)
        {
            Types.Grow(ObjectCount, needed);
            SizeUnits.Grow(ObjectCount, needed);
            FirstReference.Grow(ObjectCount, needed);
        }
        else
        {
            long room = Math.Max(needed, 2 * ObjectRoom);
            Types = Types.Part(_objectBase, ObjectCount, room);
            SizeUnits = SizeUnits.Part(_objectBase, ObjectCount, room);
            FirstReference = FirstReference.Part(_objectBase, ObjectCount, room);
            _objectBase = 0;
        }

        ObjectRoom = Math.Min(Types.Capacity, FirstReference.Capacity - 1);
    }

    /// <summary>Makes room for so many more references.</summary>
    public void GrowReferences(long more)
    {
        if (_isWhole || References != Store.References)
        {
            References.Grow(ReferenceCount, ReferenceCount + more);
        }
        else
        {
            References = References.Part(_referenceBase, ReferenceCount, Math.Max(ReferenceCount + more, 2 * ReferenceRoom));
            _referenceBase = 0;
        }

        ReferenceRoom = References.Capacity;
    }
}
