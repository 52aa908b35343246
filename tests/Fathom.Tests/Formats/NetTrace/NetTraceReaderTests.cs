using System.Buffers.Binary;
using Fathom.Model;
using Fathom.Formats.NetTrace;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

public sealed class NetTraceReaderTests
{
    [Fact]
    public void A_small_stream_is_read_field_by_field()
    {
        OwnEvents read = OwnEvents.Of(Small().End());

        Assert.True(read.Totals.IsWhole);
        Assert.Equal((4L, 0L), (read.Totals.Events, read.Totals.DroppedEvents));
        Assert.Equal([(1_010L, 7L, 0), (1_020L, 7L, 3), (1_030L, 8L, 0), (6_000L, 7L, 1)], read.Events.Select(e => (e.Ticks, e.Thread, e.Depth)));
        Assert.All(read.Events, e => Assert.Equal(("P", 42), (e.Provider, e.Id)));
        Assert.Equal(new DateTime(2024, 5, 17, 10, 20, 30, 400, DateTimeKind.Utc).AddTicks(10), read.Header.Utc(2_000));
        Assert.Equal((8, 77, 2), (read.Header.PointerSize, read.Header.ProcessId, read.Header.Processors));
    }

    [Fact]
    public void Gaps_in_the_sequence_of_a_thread_are_dropped_events()
    {
        byte[] content = new NetTraceBytes().Kind(1, "P", 42)
            .Events(NetTraceBytes.Event(1, 0, 7, 0, 10), NetTraceBytes.Event(1, 3, 7, 0, 10))
            .Point((7, 5), (8, 9))
            .Events(NetTraceBytes.Event(1, 7, 7, 0, 20)).End();

        // Number 1, then 5: three are missing; the point agrees; then 8: two are missing. Thread 8 has written nothing.
        Assert.Equal(5, OwnEvents.Of(content).Totals.DroppedEvents);
    }

    [Fact]
    public void A_sequence_point_ahead_of_the_last_event_tells_of_dropped_events()
    {
        byte[] content = new NetTraceBytes().Kind(1, "P", 42).Events(NetTraceBytes.Event(1, 0, 7, 0, 10)).Point((7, 4)).End();

        Assert.Equal(3, OwnEvents.Of(content).Totals.DroppedEvents);
    }

    [Fact]
    public void A_thread_number_that_is_used_again_drops_nothing()
    {
        byte[] content = new NetTraceBytes().Kind(1, "P", 42)
            .Events(NetTraceBytes.Event(1, 90, 7, 0, 10)).Point((9, 1)).Events(NetTraceBytes.Event(1, 0, 7, 0, 20)).End();

        Assert.Equal(0, OwnEvents.Of(content).Totals.DroppedEvents);
    }

    [Fact]
    public void Events_of_a_kind_that_is_never_described_are_counted()
    {
        OwnEvents read = OwnEvents.Of(new NetTraceBytes().Kind(1, "P", 42).Events(NetTraceBytes.Event(9, 0, 7, 0, 10)).End());

        Assert.Equal((1L, 1L), (read.Totals.Events, read.Totals.UnknownEvents));
        Assert.False(read.Totals.IsWhole);
    }

    [Fact]
    public void A_block_of_a_later_version_is_passed_over_and_counted()
    {
        OwnEvents read = OwnEvents.Of(Small().Block("FutureBlock", [1, 2, 3, 4, 5]).End());

        Assert.Equal((4L, 1L, NetTraceEnd.Complete), (read.Totals.Events, read.Totals.UnknownBlocks, read.Totals.End));
    }

    [Fact]
    public void Damage_inside_a_block_costs_the_rest_of_that_block_only()
    {
        NetTraceBytes stream = Small();
        byte[] damaged = NetTraceBytes.EventBlock([.. NetTraceBytes.Event(1, 20, 7, 0, 10), 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]);
        OwnEvents read = OwnEvents.Of(stream.Block("EventBlock", damaged).Events(NetTraceBytes.Event(1, 21, 7, 0, 90)).End());

        Assert.Equal((6L, 1L, NetTraceEnd.Complete), (read.Totals.Events, read.Totals.DamagedBlocks, read.Totals.End));
    }

    [Theory]
    [InlineData("EventBlock")]
    [InlineData("MetadataBlock")]
    [InlineData("StackBlock")]
    [InlineData("SPBlock")]
    public void Blocks_that_claim_too_much_or_hold_nothing_are_counted(string name)
    {
        Assert.Equal(1, OwnEvents.Of(Small().Block(name, []).End()).Totals.DamagedBlocks);
        byte[] hostile = [.. Enumerable.Repeat((byte)0xFF, 40)];
        OwnEvents read = OwnEvents.Of(Small().Block(name, hostile).End());
        Assert.Equal((4L, 1L), (read.Totals.Events, read.Totals.DamagedBlocks));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MaxValue)]
    [InlineData(NetTraceReader.MaxBlockBytes + 1)]
    public void A_block_size_that_cannot_be_ends_the_reading_with_a_reason(int claimed)
    {
        OwnEvents read = OwnEvents.Of(Small().Block("EventBlock", [1, 2, 3], claimed).End());

        Assert.Equal((4L, NetTraceEnd.Damaged), (read.Totals.Events, read.Totals.End));
        Assert.Contains($"claims {(uint)claimed} bytes", read.Totals.EndReason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_large_block_size_costs_no_memory_that_the_stream_does_not_fill()
    {
        byte[] content = Small().Block("EventBlock", [1, 2, 3], NetTraceReader.MaxBlockBytes).Cut();
        OwnEvents.Of(content);
        long before = GC.GetAllocatedBytesForCurrentThread();
        OwnEvents read = OwnEvents.Of(content);

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000);
        Assert.Equal(NetTraceEnd.CutOff, read.Totals.End);
    }

    [Fact]
    public void Every_truncation_of_a_small_stream_gives_what_came_before()
    {
        byte[] content = Small().End();
        long events = 0;
        for (int length = 0; length < content.Length; length++)
        {
            try
            {
                OwnEvents read = OwnEvents.Of(content[..length]);
                Assert.Equal(NetTraceEnd.CutOff, read.Totals.End);
                Assert.Contains("is cut off", read.Totals.EndReason, StringComparison.Ordinal);
                Assert.InRange(read.Totals.Events, events, 4);
                events = read.Totals.Events;
            }
            catch (FathomException refused)
            {
                Assert.Equal(0, events);
                Assert.Contains("not a nettrace file", refused.Message, StringComparison.Ordinal);
            }
        }

        Assert.Equal(4, events);
    }

    [Fact]
    public void Every_flipped_bit_of_a_small_stream_is_survived()
    {
        byte[] content = Small().End();
        for (int bit = 0; bit < content.Length * 8; bit++)
        {
            byte[] flipped = [.. content];
            flipped[bit / 8] ^= (byte)(1 << (bit % 8));
            Survive(flipped);
        }
    }

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("eventpipe-dotnetcore6.0-win-x64-executioncheckpoints.nettrace", 1, 4_000)]
    [InlineData("only_managed_samples.nettrace", 400, 150)]
    public void Real_streams_survive_truncation_and_flipped_bits(string file, int most, int rounds)
    {
        byte[] content = NetTraceFiles.Read(file);
        Random random = new(7);
        for (int i = 0; i < rounds; i++)
        {
            Survive(content[..random.Next(content.Length)]);
            byte[] flipped = [.. content];
            for (int flips = random.Next(most) + 1; flips > 0; flips--)
                flipped[random.Next(flipped.Length)] ^= (byte)(1 << random.Next(8));
            Survive(flipped);
        }
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Damage_that_is_read_stays_within_its_memory()
    {
        byte[] content = NetTraceFiles.Read("only_managed_samples.nettrace");
        Random random = new(11);
        for (int i = 0; i < 20; i++)
        {
            byte[] flipped = [.. content];
            for (int flips = 0; flips < 200; flips++)
                BinaryPrimitives.WriteInt32LittleEndian(flipped.AsSpan(100 + random.Next(flipped.Length - 104)), int.MaxValue);
            long before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                using MemoryStream stream = new(flipped);
                new NetTraceReader(stream, "test").Read(new NoEvents(), CancellationToken.None);
            }
            catch (FathomException)
            {
            }

            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 40_000_000);
        }
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Nothing_is_allocated_per_event()
    {
        byte[] content = NetTraceFiles.Read("HeartRateMonitor.10068.nettrace");
        NoEvents count = new();
        Count(content, count);
        long before = GC.GetAllocatedBytesForCurrentThread();
        long events = Count(content, count);

        Assert.Equal(114_565, events);
        // The reader's buffers and tables; 114,565 events of one small object each would be 2.7 MB.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000);
    }

    [Fact]
    public void Other_files_are_refused_with_a_sentence()
    {
        SortedDictionary<string, string> refusals = new(StringComparer.Ordinal);
        foreach ((string name, byte[] bytes) in FileBytes.All.Append(new("nettrace-3", new NetTraceBytes(3).End())).OrderBy(p => p.Key, StringComparer.Ordinal))
        {
            FathomException refused = Assert.Throws<FathomException>(() => OwnEvents.Of(bytes, "/traces/file"));
            string text = $"{refused.Message}\n  next: {refused.NextStep}\n";
            refusals[text] = $"{refusals.GetValueOrDefault(text)} {name}";
        }

        Snapshot.Match(string.Concat(refusals.Select(pair => $"{pair.Key}  of:{pair.Value}\n")), "nettrace-refused.txt");
    }

    private static NetTraceBytes Small() => new NetTraceBytes()
        .Kind(1, "P", 42, "Named")
        .Stacks(1, [10, 11], [20, 21, 22])
        .Events(NetTraceBytes.Event(1, 0, 7, 0, 1_010, 1, 2), NetTraceBytes.Event(1, 0, 7, 2, 10), NetTraceBytes.Event(1, -2 + 0, 8, 0, 10))
        .Point((7, 2), (8, 1))
        .Stacks(1, [30])
        .Events(NetTraceBytes.Event(1, 2, 7, 1, 6_000));

    private static void Survive(byte[] content)
    {
        try
        {
            OwnEvents read = OwnEvents.Of(content);
            Assert.NotEqual(NetTraceEnd.None, read.Totals.End);
        }
        catch (FathomException refused)
        {
            Assert.NotNull(refused.NextStep);
        }
    }

    private static long Count(byte[] content, NoEvents sink)
    {
        using MemoryStream stream = new(content);
        return new NetTraceReader(stream, "test").Read(sink, CancellationToken.None).Events;
    }

    /// <summary>Looks at each event and keeps nothing.</summary>
    private sealed class NoEvents : INetTraceSink
    {
        private long _depths;

        public void OnMetadata(EventMetadata metadata) => metadata.Tag = this;

        public void OnEvent(in NetTraceEvent at) => _depths = Math.Max(_depths, at.Stack.Depth);
    }
}
