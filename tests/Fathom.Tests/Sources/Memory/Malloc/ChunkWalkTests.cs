using Fathom.Sources.Memory.Malloc;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Memory.Malloc;

/// <summary>Heaps by chance, whole and damaged.</summary>
public sealed class ChunkWalkTests
{
    [Theory]
    [InlineData(1, 0)]
    [InlineData(2, 1)]
    [InlineData(3, 50)]
    [InlineData(4, 5_000)]
    public void Chunks_add_up_to_what_was_made(int seed, int chunks)
    {
        MadeHeap heap = new(new Random(seed), chunks);

        ChunkSums sums = Walk(heap, out string? problem);

        Assert.Null(problem);
        Assert.Equal(
            (heap.InUseCount, heap.FreeBytes, heap.FreeCount, heap.LargestFreeBytes, 0L),
            (sums.InUseCount, sums.FreeBytes, sums.FreeCount, sums.LargestFreeBytes, sums.NotKnownBytes));
        Assert.Equal(heap.FreeBytes, sums.FreeResidentBytes);
        Assert.Equal(heap.Bytes.Length, heap.InUseBytes + sums.FreeBytes);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Damaged_heaps_end_with_sums_within_the_heap_and_a_reason()
    {
        Random chance = new(29);
        for (int round = 0; round < 500; round++)
        {
            MadeHeap heap = new(chance, chance.Next(200));
            int damage = 1 + chance.Next(round % 5 == 0 ? heap.Bytes.Length : 8);
            for (int i = 0; i < damage; i++)
            {
                // Heads stand at multiples of 16, and their second word matters most.
                int at = chance.Next(2) == 0 ? chance.Next(heap.Bytes.Length) : (chance.Next(heap.Bytes.Length / 16) * 16) + 8 + chance.Next(8);
                heap.Bytes[at] = chance.Next(4) switch
                {
                    0 => 0,
                    1 => 255,
                    _ => (byte)chance.Next(256),
                };
            }

            ChunkSums sums = Walk(heap, out string? problem);

            Assert.InRange(sums.FreeBytes + sums.NotKnownBytes, 0, heap.Bytes.Length);
            Assert.InRange(sums.FreeResidentBytes, 0, sums.FreeBytes);
            Assert.Equal(problem is not null, sums.NotKnownBytes > 0);
        }
    }

    [Fact]
    public void Bytes_by_chance_are_no_heap()
    {
        Random chance = new(7);
        for (int round = 0; round < 200; round++)
        {
            MadeHeap heap = new(chance, 10);
            chance.NextBytes(heap.Bytes);

            Assert.InRange(Walk(heap, out _).NotKnownBytes, 1, heap.Bytes.Length);
        }
    }

    [Fact]
    public void A_page_that_is_not_in_memory_is_not_read()
    {
        MadeHeap heap = new(new Random(5), 1_000);
        ulong absent = heap.End - 4_096;
        ChunkWalk walk = new(new Refusing(heap, absent), range => (range.Start <= absent && range.End > absent ? range.Length - 4_096 : range.Length, 0), static () => false);

        ChunkSums sums = walk.Run(MadeHeap.Start, heap.End, [], out string? problem);

        Assert.Equal("a page of it is not in memory", problem);
        Assert.InRange(sums.NotKnownBytes, 1, heap.Bytes.Length - 4_096);
    }

    [Fact]
    public void A_walk_ends_when_its_time_is_up()
    {
        MadeHeap heap = new(new Random(6), 5_000);
        ChunkWalk walk = new(heap, static range => (range.Length, 0), static () => true);

        ChunkSums sums = walk.Run(MadeHeap.Start, heap.End, [], out string? problem);

        Assert.Equal(("time was up", heap.Bytes.Length), (problem, sums.NotKnownBytes));
    }

    [Fact]
    public void What_another_allocator_has_at_the_program_break_is_not_known()
    {
        MadeHeap heap = new(new Random(8), 100);
        MallocReader reader = new(heap, static range => (range.Length, 0), TestContext.Current.CancellationToken);

        MallocReading reading = reader.Read(new MallocPlaces(new AddressRange(MadeHeap.Start, heap.End), [new AddressRange(64 << 20, (64 << 20) + 4_096)], [], []));

        Assert.Equal([("main arena", heap.Bytes.Length), ("arena", 4_096L)], reading.Arenas.Select(static arena => (arena.Name, arena.NotKnownBytes)));
        Assert.All(reading.Arenas, static arena => Assert.Equal((null, "no arena of glibc was found here"), (arena.InUseBytes, arena.Problem)));
        Assert.Empty(reading.Stretches);
    }

    [Fact]
    public void A_core_without_the_record_of_the_main_arena_is_divided_where_its_chunks_lead_to_the_end()
    {
        MadeHeap heap = new(new Random(4), 3_000), damaged = new(new Random(4), 3_000);
        damaged.Bytes.AsSpan(damaged.Bytes.Length / 2, 100_000).Fill(0xee);

        MallocArena whole = Main(heap), broken = Main(damaged);

        Assert.Equal(
            (heap.InUseBytes, heap.FreeBytes, 0L, "its record is not in the core: what its fast bins hold counts as in use"),
            (whole.InUseBytes, whole.FreeBytes, whole.NotKnownBytes, whole.Problem));
        Assert.Equal((null, damaged.Bytes.Length, "no arena of glibc was found here"), (broken.InUseBytes, broken.NotKnownBytes, broken.Problem));

        static MallocArena Main(MadeHeap heap) =>
            Assert.Single(new MallocReader(heap, static range => (range.Length, 0), TestContext.Current.CancellationToken) { IsCore = true }
                .Read(new MallocPlaces(new AddressRange(MadeHeap.Start, heap.End), [], [], [])).Arenas);
    }

    private static ChunkSums Walk(MadeHeap heap, out string? problem) =>
        new ChunkWalk(heap, static range => (range.Length, 0), static () => false).Run(MadeHeap.Start, heap.End, [], out problem);

    private sealed class Refusing(MadeHeap heap, ulong page) : ITargetMemory
    {
        public int Read(ulong address, Span<byte> buffer)
        {
            Assert.False(address < page + 4_096 && address + (ulong)buffer.Length > page);
            return heap.Read(address, buffer);
        }

        public ulong NextReadable(ulong address, ulong limit) => limit;
    }
}
