using System.Buffers.Binary;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Tests.Sources.Memory.Malloc;

/// <summary>A heap of chunks as malloc writes them, made by chance, and what they add up to.</summary>
internal sealed class MadeHeap : ITargetMemory
{
    public const ulong Start = 0x55d0_0000_0000;

    private readonly List<byte> _bytes = [];

    public MadeHeap(Random chance, int chunks)
    {
        bool isBeforeInUse = true;
        ulong before = 0;
        for (int i = 0; i < chunks; i++)
        {
            int size = 32 + (16 * chance.Next(chance.Next(8) == 0 ? 3_000 : 20));
            bool isInUse = !isBeforeInUse || chance.Next(3) > 0;
            Head(isBeforeInUse ? 0 : before, (ulong)size + (isBeforeInUse ? 1ul : 0));
            for (int at = 16; at < size; at++)
                _bytes.Add((byte)chance.Next(256));
            if (isInUse)
                (InUseBytes, InUseCount) = (InUseBytes + size, InUseCount + 1);
            else
                (FreeBytes, FreeCount, LargestFreeBytes) = (FreeBytes + size, FreeCount + 1, Math.Max(LargestFreeBytes, size));
            (isBeforeInUse, before) = (isInUse, (ulong)size);
        }

        int top = 4_096 - (_bytes.Count % 4_096);
        top += top < 32 ? 4_096 : 0;
        Head(isBeforeInUse ? 0 : before, (ulong)top + (isBeforeInUse ? 1ul : 0));
        _bytes.AddRange(new byte[top - 16]);
        (FreeBytes, FreeCount, LargestFreeBytes) = (FreeBytes + top, FreeCount + 1, Math.Max(LargestFreeBytes, top));
        Bytes = [.. _bytes];
    }

    public byte[] Bytes { get; }

    public ulong End => Start + (ulong)Bytes.Length;

    public long InUseBytes { get; }

    public long InUseCount { get; }

    public long FreeBytes { get; }

    public long FreeCount { get; }

    public long LargestFreeBytes { get; }

    public int Read(ulong address, Span<byte> buffer)
    {
        if (address < Start || address >= End)
            return 0;
        ReadOnlySpan<byte> there = Bytes.AsSpan((int)(address - Start));
        int count = Math.Min(there.Length, buffer.Length);
        there[..count].CopyTo(buffer);
        return count;
    }

    public ulong NextReadable(ulong address, ulong limit) => limit;

    private void Head(ulong before, ulong word)
    {
        Span<byte> head = stackalloc byte[16];
        BinaryPrimitives.WriteUInt64LittleEndian(head, before);
        BinaryPrimitives.WriteUInt64LittleEndian(head[8..], word);
        _bytes.AddRange(head);
    }
}
