namespace Fathom.Sources.Heap.Walking;

/// <summary>One type in a <see cref="MethodTableMap"/>: its sizes, and what the walk has counted since the last flush. 48 bytes.</summary>
internal struct MethodTableSlot
{
    public ulong MethodTable;
    public uint BaseSize;
    public uint ComponentSize;

    /// <summary>Number of the type, in the order of adding.</summary>
    public uint Number;

    /// <summary>Where the layout of its references is, for walks that look at references; 0 as long as nobody has asked.</summary>
    public uint References;

    /// <summary>Where its sizes are counted, by <see cref="SizeBuckets"/>; 0 for a type whose objects all have one size, and where sizes are not asked for.</summary>
    public uint Sizes;

    public long Count;
    public long SizeBytes;
}
