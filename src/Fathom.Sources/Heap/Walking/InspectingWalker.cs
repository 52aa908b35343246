using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Walking;

/// <summary>The walk of <see cref="HeapWalker"/> that also shows the objects of some types to inspectors.</summary>
/// <param name="heap">Names the types.</param>
/// <param name="memory">The target's memory.</param>
/// <param name="map">The outline of the heap.</param>
/// <param name="source">Tells method tables from other addresses.</param>
/// <param name="inspectors">Each type is shown to the first one that wants it.</param>
/// <param name="due">Ends the walk at the next block.</param>
internal sealed unsafe class InspectingWalker(
    ClrHeap heap, ITargetMemory memory, HeapMap map, IMethodTableSource source, IReadOnlyList<IObjectInspector> inspectors, CancellationToken due)
    : HeapWalker(memory, map, source, due)
{
    private readonly ITargetMemory _memory = memory;

    // By the numbers that the walk gives to types; those that nobody wants are decided and have none.
    private (bool IsDecided, TypeInspector? Inspector)[] _types = new (bool, TypeInspector?)[1024];

    /// <summary>Asks for the types that were met once more, as the walk of a stop does, and drops the answers.</summary>
    /// <param name="asked">Names the types.</param>
    /// <param name="others">Are asked whether they want them.</param>
    /// <param name="stop">Ends it.</param>
    public void Rehearse(ClrHeap asked, IReadOnlyList<IObjectInspector> others, CancellationToken stop)
    {
        for (int number = 0; number < Types.Count; number++)
        {
            stop.ThrowIfCancellationRequested();
            Decide(asked, Types[number].MethodTable, others);
        }
    }

    private protected override bool Run(ulong stopAt, ref byte* position, ref byte* before)
    {
        byte* at = position;
        bool known = base.Run(stopAt, ref position, ref before);
        bool isYoung = Generation == HeapGeneration.Gen0;
        while (at < position)
        {
            MethodTableSlot* slot = Types.Find(*(ulong*)at & ~HeapLayout.PointerBits);
            ulong size = HeapLayout.AlignUp(slot->BaseSize + ((ulong)slot->ComponentSize * *(uint*)(at + HeapLayout.ComponentCountOffset)));
            ulong address = Block.Address + (ulong)(at - Block.Start);

            // One that ends behind its range is none, and the walk takes it back.
            if (address + size > stopAt)
                break;
            if (InspectorOf(slot) is { } inspector)
                Show(inspector, at, address, size, slot, isYoung);
            at += size;
        }

        return known;
    }

    private void Show(TypeInspector inspector, byte* at, ulong address, ulong size, MethodTableSlot* slot, bool isYoung)
    {
        ulong held = Math.Min(size, (ulong)(Block.Start + Block.Length - at));
        inspector.Inspect(new VisitedObject(_memory, address, new ReadOnlySpan<byte>(at, (int)held))
        {
            SizeBytes = size,
            BaseSize = slot->BaseSize,
            ComponentSize = slot->ComponentSize,
            IsYoung = isYoung,
        });
    }

    private TypeInspector? InspectorOf(MethodTableSlot* slot)
    {
        uint number = slot->Number;
        if (number >= _types.Length)
            Array.Resize(ref _types, (int)Math.Max(number + 1, (uint)_types.Length * 2));
        ref (bool IsDecided, TypeInspector? Inspector) type = ref _types[number];
        if (!type.IsDecided)
            type = (true, Decide(heap, slot->MethodTable, inspectors));
        return type.Inspector;
    }

    private static TypeInspector? Decide(ClrHeap heap, ulong methodTable, IReadOnlyList<IObjectInspector> inspectors)
    {
        if (heap.GetTypeByMethodTable(methodTable) is not { IsFree: false } type)
            return null;
        foreach (IObjectInspector inspector in inspectors)
        {
            if (inspector.Of(type) is { } wanting)
                return wanting;
        }

        return null;
    }
}
