namespace Fathom.Sources.Heap.Walking;

/// <summary>
/// Is shown every object of a walk, from inside of its hot loop. To be a struct, so that the loop is compiled for it. The last object of a run may
/// turn out to be none: it ends behind its range, and <see cref="HeapWalker.Undo"/> takes it back.
/// </summary>
internal unsafe interface IObjectVisitor
{
    /// <summary>Looks at one object.</summary>
    /// <param name="start">The object in the window on the target's memory. Only its head is sure to lie in the window.</param>
    /// <param name="type">Its type.</param>
    /// <param name="sizeBytes">What it occupies.</param>
    void Visit(byte* start, MethodTableSlot* type, ulong sizeBytes);
}
