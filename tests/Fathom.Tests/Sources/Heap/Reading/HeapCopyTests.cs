using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Reading;

/// <summary>A copy answers with what was there when it was made, wherever a read begins and ends; outside of it the target answers.</summary>
public sealed class HeapCopyTests
{
    private const ulong First = 0x1000_0000;
    private const ulong Second = 0x1000_4000;
    private const ulong Far = 0x2000_0000;

    [Fact]
    public void Random_reads_give_the_old_bytes_inside_of_the_heap_and_the_new_ones_outside()
    {
        ChangingMemory memory = new();
        using HeapCopy copy = Assert.IsType<HeapCopy>(HeapCopy.Prepare(memory, 0x10_000, 1L << 40));
        HeapMap map = Map((First, First + 0x3ff0), (Second, Second + 0x2000), (Far, Far + 0x1000));
        Assert.True(copy.TryTake(map, TestContext.Current.CancellationToken));
        memory.Moment = 1;
        Random random = new(1);
        for (int round = 0; round < 20_000; round++)
        {
            ulong address = (random.Next(3) == 0 ? Far : First) - 64 + (ulong)random.Next(0x7000);
            byte[] read = new byte[random.Next(1, 300)];

            Assert.Equal(read.Length, copy.Read(address, read));

            for (int i = 0; i < read.Length; i++)
            {
                ulong at = address + (ulong)i;
                bool isCopied = map.Segments.Any(segment => at >= segment.Objects.Start - 8 && at < segment.Objects.End);
                Assert.True(read[i] == ChangingMemory.ByteAt(at, isCopied ? 0 : 1), $"0x{at:x} of {read.Length} bytes at 0x{address:x}");
            }
        }
    }

    [Fact]
    public void What_could_not_be_read_then_is_not_read_from_the_target_later()
    {
        ChangingMemory memory = new() { Hole = (Second + 0x1000, Second + 0x1800) };
        using HeapCopy copy = Assert.IsType<HeapCopy>(HeapCopy.Prepare(memory, 0x10_000, 1L << 40));
        Assert.True(copy.TryTake(Map((Second, Second + 0x2000)), TestContext.Current.CancellationToken));
        memory.Hole = default;
        byte[] read = new byte[256];

        Assert.Equal(16, copy.Read(Second + 0x1000 - 16, read));
        Assert.Equal(0, copy.Read(Second + 0x1000, read));
        Assert.Equal(Second + 0x2000, copy.NextReadable(Second + 0x1000, ulong.MaxValue));
    }

    [Fact]
    public void A_heap_that_has_grown_too_much_or_that_the_machine_has_no_room_for_is_not_copied()
    {
        ChangingMemory memory = new();
        using HeapCopy copy = Assert.IsType<HeapCopy>(HeapCopy.Prepare(memory, 0x1000, 1L << 40));

        Assert.False(copy.TryTake(Map((First, First + 0x800_0000)), TestContext.Current.CancellationToken));
        Assert.Null(HeapCopy.Prepare(memory, 0x1000, 0x10_0000));
        Assert.Null(HeapCopy.Prepare(memory, HeapCopy.MaxBytes, 1L << 60));
    }

    [Fact]
    public void A_copy_that_is_ended_holds_nothing()
    {
        ChangingMemory memory = new();
        using HeapCopy copy = Assert.IsType<HeapCopy>(HeapCopy.Prepare(memory, 0x10_000, 1L << 40));
        Assert.Throws<OperationCanceledException>(() => copy.TryTake(Map((First, First + 0x1000)), new CancellationToken(true)));
        memory.Moment = 1;
        byte[] read = new byte[1];

        Assert.Equal(1, copy.Read(First, read));

        Assert.Equal(ChangingMemory.ByteAt(First, 1), read[0]);
    }

    private static HeapMap Map(params (ulong Start, ulong End)[] ranges) => new()
    {
        CanWalk = true,
        IsServer = false,
        HeapCount = 1,
        HasRegions = true,
        DynamicAdaptation = null,
        AllocationContexts = [],
        FreeMethodTable = 0,
        Segments = [.. ranges.Select(static (range, index) => new HeapSegment
        {
            Id = (uint)index + 1,
            HeapIndex = 0,
            Kind = "gen2",
            Objects = new AddressRange(range.Start, range.End),
            CommittedBytes = (long)(range.End - range.Start),
            Generations = [(HeapGeneration.Gen2, new AddressRange(range.Start, range.End))],
        })],
    };

    private sealed class ChangingMemory : ITargetMemory
    {
        public int Moment { get; set; }

        public (ulong Start, ulong End) Hole { get; set; }

        public static byte ByteAt(ulong address, int moment) => (byte)(((address * 0x9E37_79B9_7F4A_7C15) >> 56) + ((ulong)moment * 77));

        public int Read(ulong address, Span<byte> buffer)
        {
            for (int i = 0; i < buffer.Length; i++)
            {
                ulong at = address + (ulong)i;
                if (at >= Hole.Start && at < Hole.End)
                    return i;
                buffer[i] = ByteAt(at, Moment);
            }

            return buffer.Length;
        }

        public ulong NextReadable(ulong address, ulong limit) => Math.Min(limit, address + 1);
    }
}
