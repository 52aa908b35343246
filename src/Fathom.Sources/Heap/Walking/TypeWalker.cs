using System.Runtime.CompilerServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Walking;

/// <summary>The walk of <see cref="HeapWalker"/> that also shows the objects of one type, block by block.</summary>
/// <param name="memory">The target's memory.</param>
/// <param name="map">The outline of the heap.</param>
/// <param name="source">Tells method tables from other addresses.</param>
/// <param name="methodTable">Address of the method table of the type.</param>
/// <param name="due">Ends the walk at the next block.</param>
internal abstract unsafe class TypeWalker(ITargetMemory memory, HeapMap map, IMethodTableSource source, ulong methodTable, CancellationToken due)
    : HeapWalker(memory, map, source, due)
{
    // One more than fits, because a visitor writes before it counts.
    private const int MaxObjects = (BlockBuffer.Capacity / (int)HeapLayout.MinObjectSize) + 2;

    // On the pinned heap, so that its address holds.
    private readonly nint[] _places = GC.AllocateUninitializedArray<nint>(MaxObjects, pinned: true);

    private protected sealed override bool Run(ulong stopAt, ref byte* position, ref byte* before)
    {
        byte** found = (byte**)Unsafe.AsPointer(ref _places[0]);
        TypeVisitor visitor = new(methodTable, found);
        bool known = Run(ref visitor, stopAt, ref position, ref before);
        int count = visitor.Count;

        // An object that ends behind its range is none, and is taken back by the walk.
        if (count > 0 && found[count - 1] == before && Block.Address + (ulong)(position - Block.Start) > stopAt)
            count--;
        Met(found, count);
        return known;
    }

    /// <summary>Looks at the objects of the type in one block.</summary>
    /// <param name="found">Their places in the window.</param>
    /// <param name="count">How many there are.</param>
    private protected abstract void Met(byte** found, int count);
}
