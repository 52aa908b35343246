using Fathom.Sources.Heap.Walking;

namespace Fathom.Sources.Heap.Objects;

/// <summary>Finds the last object of a block that starts at or before a place.</summary>
/// <param name="place">The place; it may lie outside of the block.</param>
internal unsafe struct LocatingVisitor(byte* place) : IObjectVisitor
{
    /// <summary>The object; null where there is none.</summary>
    public byte* Last { get; private set; }

    public void Visit(byte* start, MethodTableSlot* type, ulong sizeBytes)
    {
        if (start <= place)
            Last = start;
    }
}
