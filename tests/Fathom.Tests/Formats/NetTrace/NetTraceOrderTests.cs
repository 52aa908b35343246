using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Events in the order of time.</summary>
public sealed class NetTraceOrderTests
{
    public static TheoryData<string> Files => [.. NetTraceFiles.Names, .. NetTraceFiles.OldNames];

    [Fact]
    public void Events_of_several_threads_are_merged_and_keep_their_stacks()
    {
        byte[] content = new NetTraceBytes().Kind(1, "P", 42).Stacks(1, [10], [20, 21])
            .Events(NetTraceBytes.Event(1, 0, 7, 1, 100), NetTraceBytes.Event(1, 0, 7, 2, 100))
            .Events(NetTraceBytes.Event(1, 0, 8, 0, 50), NetTraceBytes.Event(1, 0, 8, 2, 100), NetTraceBytes.Event(1, 0, 8, 0, 50))
            .Point((7, 2), (8, 3)).Stacks(1, [30, 31, 32]).Events(NetTraceBytes.Event(1, 2, 7, 1, 900)).End();

        (List<(long Ticks, ulong Thread, int Depth)> seen, NetTraceTotals totals) = Read(content, 1_000_000);

        Assert.Equal([(50, 8UL, 0), (100, 7UL, 1), (150, 8UL, 2), (200, 7UL, 2), (200, 8UL, 0), (900, 7UL, 3)], seen);
        Assert.Equal((0L, true), (totals.LateEvents, totals.IsWhole));
    }

    [Fact]
    public void A_window_that_is_too_small_counts_what_comes_late()
    {
        List<byte[]> first = [.. Enumerable.Range(0, 100).Select(_ => NetTraceBytes.Event(1, 0, 7, 0, 10, new byte[100]))];
        byte[] content = new NetTraceBytes().Kind(1, "P", 42).Events([.. first]).Events(NetTraceBytes.Event(1, 0, 8, 0, 5)).End();

        (List<(long Ticks, ulong, int)> small, NetTraceTotals totals) = Read(content, 5_000);
        Assert.Equal((101, 1L), (small.Count, totals.LateEvents));
        (List<(long Ticks, ulong, int)> large, NetTraceTotals none) = Read(content, 1_000_000);
        Assert.Equal((101, 0L, 5L), (large.Count, none.LateEvents, large[0].Ticks));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Random_runs_come_out_in_order_with_and_without_marks(int seed)
    {
        Random random = new(seed);
        NetTraceBytes stream = new NetTraceBytes().Kind(1, "P", 42);
        int count = 0;
        for (int part = 0; part < 4; part++)
        {
            for (int thread = 1; thread <= 60; thread++)
            {
                byte[][] events = [.. Enumerable.Range(0, random.Next(1, 200))
                    .Select(i => NetTraceBytes.Event(1, i == 0 ? 1000 : 0, thread, 0, i == 0 ? part * 100_000 + random.Next(1000) : random.Next(400), new byte[random.Next(40)]))];
                count += events.Length;
                stream.Events(events);
            }

            stream.Point();
        }

        byte[] content = stream.End();
        (List<(long Ticks, ulong Thread, int)> seen, NetTraceTotals totals) = Read(content, 1L << 30);
        Assert.Equal((count, 0L), (seen.Count, totals.LateEvents));
        Assert.Equal(seen.OrderBy(e => e.Ticks).Select(e => e.Ticks), seen.Select(e => e.Ticks));
        (seen, totals) = Read(content, 20_000);
        Assert.Equal(count, seen.Count);
        Assert.True(totals.LateEvents > 0);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Events_of_real_files_come_in_order_and_are_those_of_the_stream(string file)
    {
        byte[] content = NetTraceFiles.Read(file);
        (List<(long Ticks, ulong Thread, int Depth)> ordered, NetTraceTotals totals) = Read(content, NetTraceReader.UsualWindowBytes);
        List<(long Ticks, ulong Thread, int Depth)> raw = [];
        using MemoryStream stream = new(content);
        NetTraceTotals plain = new NetTraceReader(stream, "test").Read(new Teller((in NetTraceEvent at) => raw.Add((at.Header.Ticks, at.Header.ThreadId, at.Stack.Depth))), CancellationToken.None);

        Assert.Equal((0L, plain.Events), (totals.LateEvents, totals.Events));
        for (int i = 1; i < ordered.Count; i++)
            Assert.True(ordered[i - 1].Ticks <= ordered[i].Ticks, $"event {i}");
        raw.Sort();
        ordered.Sort();
        Assert.Equal(raw, ordered);
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Order_and_fields_allocate_nothing_per_event()
    {
        byte[] content = NetTraceFiles.Read("eventpipe-dotnetcore3.0-win-x64-objver4.nettrace");
        PayloadJson json = new();
        long chars = 0;
        Teller teller = new((in NetTraceEvent at) => chars += json.Write(at).Length);
        ReadWith(content, teller);
        long before = GC.GetAllocatedBytesForCurrentThread();
        long events = ReadWith(content, teller);

        // Buffers and tables of the reader and of its window, which doubles; 105,000 events of one small object each would be 2.5 MB.
        Assert.InRange(events, 105_000, 200_000);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 24_000_000);
        Assert.InRange(chars, 5_000_000, 200_000_000);
    }

    private static long ReadWith(byte[] content, Teller teller)
    {
        using MemoryStream stream = new(content);
        return new NetTraceReader(stream, "test").ReadInOrder(teller, CancellationToken.None).Events;
    }

    private static (List<(long Ticks, ulong Thread, int Depth)> Seen, NetTraceTotals Totals) Read(byte[] content, long windowBytes)
    {
        List<(long, ulong, int)> seen = [];
        using MemoryStream stream = new(content);
        NetTraceTotals totals = new NetTraceReader(stream, "test").ReadInOrder(
            new Teller((in NetTraceEvent at) => seen.Add((at.Header.Ticks, at.Header.ThreadId, at.Stack.Depth))), CancellationToken.None, windowBytes);
        return (seen, totals);
    }
}
