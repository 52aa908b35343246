using System.Runtime.CompilerServices;

namespace Fathom.Sources.Heap.Walking;

/// <summary>Counts the objects by their sizes, and shows them to another visitor.</summary>
/// <param name="sizes">The first bucket.</param>
/// <param name="inner">The other visitor.</param>
internal unsafe struct SizeVisitor<TVisitor>(SizeBucket* sizes, TVisitor inner) : IObjectVisitor
    where TVisitor : struct, IObjectVisitor
{
    /// <summary>The other visitor, with what it has seen.</summary>
    public readonly TVisitor Inner => inner;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Visit(byte* start, MethodTableSlot* type, ulong sizeBytes)
    {
        if (type->Sizes != 0)
            SizeBuckets.Of(sizes, type->Sizes, sizeBytes)->Add((long)sizeBytes);
        inner.Visit(start, type, sizeBytes);
    }
}
