namespace Fathom.Sources.Heap.Walking;

/// <summary>Notes where the objects of one type are in a block.</summary>
/// <param name="methodTable">Address of the method table of the type.</param>
/// <param name="found">Gets the places; has room for one more than a block can hold.</param>
internal unsafe struct TypeVisitor(ulong methodTable, byte** found) : IObjectVisitor
{
    /// <summary>Places noted.</summary>
    public int Count { get; private set; }

    public void Visit(byte* start, MethodTableSlot* type, ulong sizeBytes)
    {
        // Written in any case, and kept by counting: whether an object is of the type is a coin toss that no processor predicts.
        found[Count] = start;
        Count += type->MethodTable == methodTable ? 1 : 0;
    }
}
