using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Objects;

/// <summary>The walk of <see cref="HeapWalker"/> that also shows every object, with the header before it, to <see cref="ThreadObjects"/>.</summary>
/// <param name="memory">The target's memory.</param>
/// <param name="map">The outline of the heap.</param>
/// <param name="source">Tells method tables from other addresses.</param>
/// <param name="objects">Is shown every object.</param>
/// <param name="due">Ends the walk at the next block.</param>
internal sealed unsafe class ThreadObjectWalker(ITargetMemory memory, HeapMap map, IMethodTableSource source, ThreadObjects objects, CancellationToken due)
    : HeapWalker(memory, map, source, due)
{
    private const int HeaderBytes = sizeof(uint);

    private readonly ITargetMemory _memory = memory;

    /// <summary>The window of the walk.</summary>
    public BlockBuffer Window => Block;

    private protected override bool Run(ulong stopAt, ref byte* position, ref byte* before)
    {
        byte* at = position;
        bool known = base.Run(stopAt, ref position, ref before);
        bool isYoung = Generation == HeapGeneration.Gen0;
        while (at < position)
        {
            ulong methodTable = *(ulong*)at & ~HeapLayout.PointerBits;
            MethodTableSlot* slot = Types.Find(methodTable);
            ulong size = HeapLayout.AlignUp(slot->BaseSize + ((ulong)slot->ComponentSize * *(uint*)(at + HeapLayout.ComponentCountOffset)));
            ulong address = Block.Address + (ulong)(at - Block.Start);
            // One that ends behind its range is none, and the walk takes it back.
            if (address + size > stopAt)
                break;
            if (HeaderOf(at, address) is var header and not 0)
                objects.VisitHeader(address, header);
            TypeUse use = objects.UseOf(slot->Number, methodTable);
            if (!ReferenceEquals(use, TypeUse.None))
                objects.Visit(Visited(at, address, size, slot, isYoung), use);
            at += size;
        }

        return known;
    }

    private VisitedObject Visited(byte* at, ulong address, ulong size, MethodTableSlot* slot, bool isYoung)
    {
        ulong held = Math.Min(size, (ulong)(Block.Start + Block.Length - at));
        return new VisitedObject(_memory, address, new ReadOnlySpan<byte>(at, (int)held))
        {
            SizeBytes = size,
            BaseSize = slot->BaseSize,
            ComponentSize = slot->ComponentSize,
            IsYoung = isYoung,
        };
    }

    // The header of the first object in the window lies before it.
    private uint HeaderOf(byte* at, ulong address)
    {
        if (at > Block.Start)
            return *(uint*)(at - HeaderBytes);
        uint header = 0;
        return _memory.Read(address - HeaderBytes, new Span<byte>(&header, HeaderBytes)) == HeaderBytes ? header : 0;
    }
}
