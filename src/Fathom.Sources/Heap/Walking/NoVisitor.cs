namespace Fathom.Sources.Heap.Walking;

/// <summary>Looks at nothing: for walks that only count.</summary>
internal readonly unsafe struct NoVisitor : IObjectVisitor
{
    public void Visit(byte* start, MethodTableSlot* type, ulong sizeBytes)
    {
    }
}
