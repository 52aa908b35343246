using System.Buffers.Binary;
using Fathom.Sources.Memory.Malloc;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Tests.Sources.Memory.Malloc;

/// <summary>An arena in a heap of its own, whose first chunks are caches that say more than is there; then chunks by chance.</summary>
internal sealed class MadeArena : ITargetMemory
{
    public const ulong Start = 0x7f00_0000_0000;

    private const ulong State = Start + 0x30;
    private const ulong Bins = State + 112;
    private const int FirstChunk = 0x8d0;
    private const int CacheBytes = 0x290;
    private const int LongBytes = 1_040;

    public MadeArena(Random chance, int caches, int chunks)
    {
        MadeHeap heap = new(chance, chunks);
        int held = 1 + chance.Next(4), made = (caches * CacheBytes) + (held * LongBytes);
        Bytes = new byte[FirstChunk + made + heap.Bytes.Length];
        Put(0, State);
        Put(16, (ulong)Bytes.Length);
        Put(24, (ulong)Bytes.Length);
        for (int bin = 0; bin < 127; bin++)
        {
            ulong at = Bins + ((ulong)bin * 16);
            Put((int)(at - Start), at - 16);
            Put((int)(at - Start) + 8, at - 16);
        }

        Put((int)(Bins + 2048 - Start), State);
        for (int i = 0; i < caches; i++)
        {
            int cache = FirstChunk + (i * CacheBytes);
            Put(cache + 8, CacheBytes | 1);
            BinaryPrimitives.WriteUInt16LittleEndian(Bytes.AsSpan(cache + 16 + (63 * 2)), (ushort)chance.Next(1, ushort.MaxValue + 1));
            Put(cache + 16 + 128 + (63 * 8), Long(caches, chance.Next(held)) + 16);
        }

        for (int i = 0; i < held; i++)
        {
            int at = (int)(Long(caches, i) - Start);
            Put(at + 8, LongBytes | 1);
            Put(at + 16, i + 1 < held || chance.Next(2) == 0 ? Long(caches, (i + 1) % held) + 16 : 0);
        }

        heap.Bytes.CopyTo(Bytes.AsSpan(FirstChunk + made));
    }

    public byte[] Bytes { get; }

    public int Reads { get; private set; }

    public MallocPlaces Places => new(null, [new AddressRange(Start, Start + (ulong)Bytes.Length)], [], []);

    /// <summary>Moves all from a place on: bins still lead to themselves, and what was there is 0.</summary>
    public void Move(int from, int more)
    {
        byte[] was = [.. Bytes];
        Bytes.AsSpan(from).Clear();
        ReadOnlySpan<byte> moved = was.AsSpan(from + Math.Max(0, -more));
        int to = from + Math.Max(0, more);
        moved[..Math.Min(moved.Length, was.Length - to)].CopyTo(Bytes.AsSpan(to));
        for (int bin = 0; bin < 127 && from < (int)(Bins - Start); bin++)
        {
            ulong at = Bins + ((ulong)bin * 16) + (ulong)more;
            Put((int)(at - Start), at - 16);
            Put((int)(at - Start) + 8, at - 16);
        }
    }

    public int Read(ulong address, Span<byte> buffer)
    {
        Reads++;
        if (address < Start || address >= Start + (ulong)Bytes.Length)
            return 0;
        ReadOnlySpan<byte> there = Bytes.AsSpan((int)(address - Start));
        int count = Math.Min(there.Length, buffer.Length);
        there[..count].CopyTo(buffer);
        return count;
    }

    public ulong NextReadable(ulong address, ulong limit) => limit;

    private static ulong Long(int caches, int number) => Start + FirstChunk + ((ulong)caches * CacheBytes) + ((ulong)number * LongBytes);

    private void Put(int at, ulong word) => BinaryPrimitives.WriteUInt64LittleEndian(Bytes.AsSpan(at), word);
}
