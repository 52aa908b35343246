using System.Buffers.Binary;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Roots;

/// <summary>Tables of handles in memory that was made up to mislead.</summary>
public sealed class HandleTablesTests
{
    private const ulong Array = 0x1_0000, Table = 0x2_0000, Segment = 0x10_0000;
    private const int TableAt = HandleSegment.EndOfFixedFields + sizeof(ulong);

    [Fact]
    public void Segments_in_a_circle_are_read_once()
    {
        Memory memory = new();
        memory.Put(Array, Table);
        memory.Put(Array + 8, Table);
        memory.Put(Table, Segment);
        memory.Put(Segment + TableAt, Table);
        memory.Put(Segment + TableAt - 8, Segment);
        for (ulong at = Segment + HandleSegment.HeaderSize; at < Segment + HandleSegment.Size; at += sizeof(ulong))
            memory.Put(at, 0x7f00_0000_1000);

        int count = new HandleTables(Array, TableAt, 0).Read(memory, TestContext.Current.CancellationToken).Count;

        Assert.Equal((HandleSegment.Blocks * HandleSegment.HandlesPerBlock) - HandleSegment.HandlesPerBlock, count);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Bytes_by_chance_end_without_an_error()
    {
        Random chance = new(3);
        for (int round = 0; round < 200; round++)
        {
            Memory memory = new();
            chance.NextBytes(memory.Bytes);
            memory.Put(Array, Table);
            memory.Put(Table, Segment);
            memory.Put(Segment + TableAt, Table);
            memory.Put(Segment + TableAt - 8, chance.Next(2) == 0 ? Segment : Segment + HandleSegment.Size);

            Assert.InRange(new HandleTables(Array, TableAt, 0).Read(memory, TestContext.Current.CancellationToken).Count, 0, 2 * HandleSegment.Blocks * HandleSegment.HandlesPerBlock);
        }
    }

    private sealed class Memory : ITargetMemory
    {
        public byte[] Bytes { get; } = new byte[Segment + (2 * HandleSegment.Size)];

        public void Put(ulong at, ulong word) => BinaryPrimitives.WriteUInt64LittleEndian(Bytes.AsSpan((int)at), word);

        public int Read(ulong address, Span<byte> buffer)
        {
            if (address >= (ulong)Bytes.Length)
                return 0;
            int count = Math.Min(Bytes.Length - (int)address, buffer.Length);
            Bytes.AsSpan((int)address, count).CopyTo(buffer);
            return count;
        }

        public ulong NextReadable(ulong address, ulong limit) => limit;
    }
}
