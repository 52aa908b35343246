using System.Buffers.Binary;
using Fathom.Sources.Memory.Malloc;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Memory.Malloc;

/// <summary>Lists of threads' caches and fast bins, whole, in a circle and by chance.</summary>
public sealed class FreeListsTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_cache_is_recognised_and_added_up_with_links_of_both_kinds(bool isProtected)
    {
        MadeHeap heap = Linked(isProtected, count: 5, out ulong cache);
        FreeLists lists = Lists(heap);

        Assert.True(ThreadCache.TryAdd(heap, cache, lists));

        Assert.Equal((5 * 48L, 5L, true), (lists.Bytes[0], lists.Counts[0], lists.IsWhole));
    }

    [Fact]
    public void A_list_in_a_circle_ends()
    {
        MadeHeap heap = Linked(isProtected: false, count: 5, out _);
        Put(heap, Chunk(4) + 16, Chunk(0));
        FreeLists lists = Lists(heap);

        lists.AddBin(Chunk(0), 48);

        Assert.False(lists.IsWhole);
    }

    [Fact]
    public void What_a_cache_says_beyond_its_list_is_not_known_and_no_chunk_counts_twice()
    {
        MadeHeap heap = Linked(isProtected: true, count: 5, out ulong cache);
        BinaryPrimitives.WriteUInt16LittleEndian(heap.Bytes.AsSpan(16 + 2), 7);
        FreeLists lists = Lists(heap);

        Assert.True(ThreadCache.TryAdd(heap, cache, lists));
        Assert.True(ThreadCache.TryAdd(heap, cache, lists));

        Assert.Equal((5 * 48L, 5L, false), (lists.Bytes[0], lists.Counts[0], lists.IsWhole));
        Assert.Equal(((2 + 7) * 48L, 2 + 7L), (lists.NotKnownBytes[0], lists.NotKnownCounts[0]));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Caches_by_chance_and_damaged_ones_add_up_to_less_than_any_count_allows()
    {
        Random chance = new(11);
        for (int round = 0; round < 500; round++)
        {
            MadeHeap heap = Linked(isProtected: round % 2 == 0, count: 5, out ulong cache);
            for (int i = 0; i <= round % 7; i++)
                heap.Bytes[chance.Next(heap.Bytes.Length)] = (byte)chance.Next(256);
            FreeLists lists = Lists(heap);

            if (!ThreadCache.TryAdd(heap, cache, lists))
                Assert.Equal(0, lists.Bytes[0]);
            Assert.InRange(lists.Counts[0] + lists.NotKnownCounts[0], 0, heap.InUseCount);
            Assert.InRange(lists.Bytes[0] + lists.NotKnownBytes[0], 0, heap.InUseBytes);
        }
    }

    private static FreeLists Lists(MadeHeap heap) =>
        new(
            heap,
            [new MallocHeap(new AddressRange(MadeHeap.Start, heap.End), 1, MadeHeap.Start, heap.End)],
            [new ChunkSums { InUseCount = heap.InUseCount, FreeBytes = heap.FreeBytes }],
            static () => false);

    private static ulong Chunk(int number) => MadeHeap.Start + 0x290 + ((ulong)number * 48);

    // A cache of 0x290 bytes whose list of 48 bytes has the chunks behind it.
    private static MadeHeap Linked(bool isProtected, int count, out ulong cache)
    {
        MadeHeap heap = new(new Random(1), 100);
        heap.Bytes.AsSpan(0, 0x290 + (count * 48)).Clear();
        cache = MadeHeap.Start;
        Put(heap, cache + 8, 0x291);
        BinaryPrimitives.WriteUInt16LittleEndian(heap.Bytes.AsSpan(16 + 2), (ushort)count);
        Put(heap, cache + 16 + 128 + 8, Chunk(0) + 16);
        for (int i = 0; i < count; i++)
        {
            Put(heap, Chunk(i) + 8, 0x31);
            ulong next = i + 1 < count ? Chunk(i + 1) + 16 : 0;
            Put(heap, Chunk(i) + 16, isProtected ? next ^ ((Chunk(i) + 16) >> 12) : next);
        }

        return heap;
    }

    private static void Put(MadeHeap heap, ulong at, ulong word) => BinaryPrimitives.WriteUInt64LittleEndian(heap.Bytes.AsSpan((int)(at - MadeHeap.Start)), word);
}
