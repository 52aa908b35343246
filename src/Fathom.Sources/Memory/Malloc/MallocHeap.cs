using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>A stretch of memory that chunks lie in one behind the other: the program break heap, or a heap of another arena.</summary>
/// <param name="Range">Where it was mapped when mappings were read; it may have grown since.</param>
/// <param name="State">The address of its arena.</param>
/// <param name="First">The first chunk.</param>
/// <param name="End">The end of its chunks, exclusive.</param>
internal readonly record struct MallocHeap(AddressRange Range, ulong State, ulong First, ulong End)
{
    private const ulong HeapBytes = 64 * 1024 * 1024;
    private const ulong MostHeadBytes = 0x80;

    /// <summary>
    /// Reads what begins each heap of an arena beside the main one: <c>u64 arena, u64 heap before, u64 bytes, u64 bytes that may be written</c>, and since glibc 2.35 the size of its pages.
    /// </summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="range">Where it is mapped; it begins at a multiple of 64 MiB.</param>
    /// <param name="headBytes">Length of that, by the first heap of any arena; 0 while none was seen.</param>
    /// <returns>Null where it is no such heap. The first chunk of one that begins an arena is behind the state of the arena.</returns>
    public static MallocHeap? At(ITargetMemory memory, AddressRange range, ulong headBytes)
    {
        Span<ulong> head = stackalloc ulong[4];
        if (range.Start % HeapBytes != 0 || memory.Read(range.Start, MemoryMarshal.AsBytes(head)) < head.Length * sizeof(ulong))
            return null;
        (ulong state, ulong before, ulong bytes) = (head[0], head[1], head[2]);
        ulong end = range.Start + bytes;
        if (bytes is 0 or > HeapBytes || bytes % ChunkHead.Bytes != 0)
            return null;
        if (before != 0)
            return before % HeapBytes == 0 && state % HeapBytes < MostHeadBytes && headBytes != 0 ? new MallocHeap(range, state, range.Start + headBytes, end) : null;
        if (state <= range.Start || state - range.Start >= MostHeadBytes || MallocState.At(memory, state) is not { } arena || arena.End + ChunkHead.Bytes > end)
            return null;
        return new MallocHeap(range, state, (arena.End + ChunkHead.Bytes - 1) & ~(ChunkHead.Bytes - 1), end);
    }
}
