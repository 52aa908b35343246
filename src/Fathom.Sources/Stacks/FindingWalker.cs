using Fathom.Sources.Heap;
using Fathom.Sources.Target;

namespace Fathom.Sources.Stacks;

/// <summary>The walk of <see cref="HeapWalker"/> that also shows every object, with the header before it, to <see cref="HeapFinds"/>.</summary>
/// <param name="memory">The target's memory.</param>
/// <param name="map">The outline of the heap.</param>
/// <param name="source">Tells method tables from other addresses.</param>
/// <param name="finds">Is shown every object.</param>
/// <param name="due">Ends the walk at the next block.</param>
internal sealed unsafe class FindingWalker(ITargetMemory memory, HeapMap map, IMethodTableSource source, HeapFinds finds, CancellationToken due)
    : HeapWalker(memory, map, source, due)
{
    private const int HeaderBytes = sizeof(uint);

    private readonly ITargetMemory _memory = memory;

    private protected override bool Run(ulong stopAt, ref byte* position, ref byte* before)
    {
        byte* at = position;
        bool known = base.Run(stopAt, ref position, ref before);
        while (at < position)
        {
            ulong methodTable = *(ulong*)at & ~HeapLayout.PointerBits;
            MethodTableSlot* slot = Types.Find(methodTable);
            ulong address = Block.Address + (ulong)(at - Block.Start);
            finds.Visit(address, methodTable, HeaderOf(at, address));
            at += HeapLayout.AlignUp(slot->BaseSize + ((ulong)slot->ComponentSize * *(uint*)(at + HeapLayout.ComponentCountOffset)));
        }

        return known;
    }

    private protected override ulong Undo(byte* start)
    {
        ulong address = base.Undo(start);
        finds.Undo(address);
        return address;
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
