using System.Buffers.Binary;
using Fathom.Formats.NetTrace;
using Fathom.Model;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Streams that were made at random, and streams that were damaged at random.</summary>
public sealed class NetTraceDamageTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const long MegaByte = 1_000_000;
    private static readonly int[] s_lies = [-1, int.MaxValue, int.MinValue, 0x7FFF_FFF0, 1 << 30, NetTraceReader.MaxBlockBytes];

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 12)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void A_random_stream_is_read_as_it_was_written_in_pieces_of_any_size(int seed)
    {
        Random random = new(seed);
        (byte[] content, List<SeenEvent> written, long dropped) = RandomStream(random);

        foreach (int piece in (int[])[1, 7, 100, 4096, int.MaxValue])
        {
            using Trickle stream = new(content, piece, random);
            NetTraceReader reader = new(stream, "test");
            OwnEvents read = new();
            NetTraceTotals totals = reader.Read(read, CancellationToken.None);
            read.Events.Sort();

            Assert.Equal(NetTraceEnd.Complete, totals.End);
            Assert.Equal((written.Count, dropped, 0L, 0L), (totals.Events, totals.DroppedEvents, totals.DamagedBlocks, totals.LostStacks));
            Assert.Equal(content.Length, totals.Bytes);
            Assert.Equal(written, read.Events);
        }
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Bytes_that_are_lost_added_repeated_or_moved_are_survived(int seed)
    {
        Random random = new(seed);
        byte[] content = RandomStream(random).Content;
        for (int i = 0; i < 100; i++)
        {
            int from = random.Next(content.Length);
            int to = random.Next(from, Math.Min(content.Length, from + 1 + random.Next(200)));
            int place = random.Next(content.Length);
            byte[] damaged = random.Next(4) switch
            {
                0 => [.. content[..from], .. content[to..]],
                1 => [.. content[..place], .. Random(random, random.Next(1, 50)), .. content[place..]],
                2 => [.. content[..to], .. content[from..]],
                _ => [.. content[..from], .. Random(random, to - from), .. content[to..]],
            };
            Survive(damaged);
        }
    }

    [Fact]
    public void No_number_of_a_stream_makes_it_take_memory_that_the_stream_does_not_fill()
    {
        byte[] content = RandomStream(new Random(3), parts: 1, mostKinds: 6).Content;
        Survive(content);
        for (int place = 8; place + 4 <= content.Length; place += place < 1000 ? 1 : 3)
        {
            byte[] damaged = [.. content];
            BinaryPrimitives.WriteInt32LittleEndian(damaged.AsSpan(place), s_lies[place % s_lies.Length]);
            long before = GC.GetAllocatedBytesForCurrentThread();
            Survive(damaged);

            // The tables of the reader, and a copy of what the stream has.
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2 * MegaByte);
        }
    }

    [Fact]
    public void A_block_of_two_gigabytes_is_not_believed()
    {
        byte[] content = new NetTraceBytes().Kind(1, "P", 42).Block("StackBlock", new byte[100], int.MaxValue).Cut();
        long before = GC.GetAllocatedBytesForCurrentThread();
        OwnEvents read = OwnEvents.Of(content);

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, MegaByte);
        Assert.Equal(NetTraceEnd.Damaged, read.Totals.End);
        Assert.Contains("claims 2147483647 bytes", read.Totals.EndReason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_block_that_claims_more_than_follows_takes_no_more_than_what_follows()
    {
        byte[] content = new NetTraceBytes().Kind(1, "P", 42).Block("StackBlock", new byte[400_000], NetTraceReader.MaxBlockBytes).Cut();
        long before = GC.GetAllocatedBytesForCurrentThread();
        OwnEvents read = OwnEvents.Of(content);

        // Buffers of 128, 256 and 512 KB.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2 * MegaByte);
        Assert.Equal(NetTraceEnd.CutOff, read.Totals.End);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Descriptions_of_events_without_end_find_no_room_and_are_counted()
    {
        string text = new('x', 100_000);
        NetTraceBytes stream = new();
        for (int kind = 1; kind <= 200; kind++)
            stream.Kind(kind, $"{text}{kind}", 42, text);
        byte[] content = stream.Events(NetTraceBytes.Event(1, 0, 7, 0, 10), NetTraceBytes.Event(150, 0, 7, 0, 20)).End();
        long before = GC.GetAllocatedBytesForCurrentThread();
        OwnEvents read = OwnEvents.Of(content);

        // Each takes 400 KB of the 16 MB that are believed.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 3L * EventKinds.MaxBytes);
        Assert.Equal(41, read.Kinds.Count);
        Assert.Equal((159L, 2L, 1L, NetTraceEnd.Complete), (read.Totals.DamagedKinds, read.Totals.Events, read.Totals.UnknownEvents, read.Totals.End));
        Assert.False(read.Totals.IsWhole);
    }

    [Fact]
    public void Stacks_without_end_find_no_room_and_are_counted()
    {
        StackTable stacks = new(8, maxBytes: 1000);
        NetTraceTotals totals = new();
        byte[] block = new byte[8 + 50 * 84];
        BinaryPrimitives.WriteInt32LittleEndian(block, 1);
        BinaryPrimitives.WriteInt32LittleEndian(block.AsSpan(4), 50);
        for (int i = 0; i < 50; i++)
            BinaryPrimitives.WriteInt32LittleEndian(block.AsSpan(8 + i * 84), 80);

        Assert.True(stacks.Add(block, totals));
        Assert.Equal(50 - 12, totals.LostStacks);
        Assert.Equal((10, 0), (stacks.Find(12).Depth, stacks.Find(13).Depth));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Consumers_survive_payloads_that_make_no_sense(int seed)
    {
        Random random = new(seed);
        NetTraceBytes stream = new();
        (string Provider, int Id, string Name)[] kinds =
        [
            .. ((int[])[1, 2, 3, 4, 9, 10, 50, 51, 55, 57, 80, 303]).Select(id => (Runtime, id, "")),
            .. ((int[])[30, 31]).Select(id => ("System.Diagnostics.Eventing.FrameworkEventSource", id, "")),
            .. ((int[])[4, 5, 6, 9, 12, 13, 14, 15, 16, 17]).Select(id => ("System.Diagnostics.Metrics", id, "")),
            .. Enumerable.Repeat(("System.Runtime", 9, "EventCounters"), 4),
        ];
        string[] names = ["Name", "Mean", "Increment", "IntervalSec", "DisplayUnits", "sessionId", "meterName", "instrumentName", "rate", "value", "count", "sum", "errorMessage"];
        for (int kind = 1; kind <= kinds.Length; kind++)
        {
            (string provider, int id, string name) = kinds[kind - 1];
            stream.Kind(kind, provider, id, name, [.. Enumerable.Range(0, random.Next(10)).Select(_ => (random.Next(25) is 1 ? 2 : random.Next(25), names[random.Next(names.Length)]))]);
        }

        for (int i = 0; i < 40; i++)
            stream.Events([.. Enumerable.Range(0, 20).Select(_ => NetTraceBytes.Event(random.Next(kinds.Length) + 1, 0, 7, 0, 1, Random(random, random.Next(90))))]);
        int told = 0;
        EventConsumer[] consumers =
        [
            new RuntimeMetrics(TimeSpan.FromSeconds(1)), new ThreadPoolProgress(), new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => told += e.Message.Length + at.Stack.Depth),
            new GcConsumer
            {
                OnStart = (in EventOrigin at, in GcStarted e) => told++, OnEnd = (in EventOrigin at, in GcEnded e) => told++,
                OnHeapStats = (in EventOrigin at, in GcHeapStats e) => told++, OnPause = (in EventOrigin at, in GcPause e) => told++,
            },
            new AllocationConsumer((in EventOrigin at, in AllocationSample e) => told += e.Type.Length),
            new AllocationConsumer((in EventOrigin at, in AllocationSample e) => told++, AllocationSampling.Ticks),
            new ThreadPoolConsumer
            {
                OnWorkers = (in EventOrigin at, in ThreadPoolWorkers e) => told++, OnAdjustment = (in EventOrigin at, in ThreadPoolAdjustment e) => told++,
                OnWorkItem = (in EventOrigin at, in ThreadPoolWorkItem e) => told++,
            },
            new MeterConsumer(TimeSpan.FromSeconds(1), (in EventOrigin at, in MeterValue e) => told += e.Tags.Length, "M") { OnProblem = problem => told += problem.Length },
        ];
        using MemoryStream content = new(stream.End());

        NetTraceTotals totals = new NetTraceReader(content, "test").Read(new EventDispatch(consumers), CancellationToken.None);

        Assert.Equal((NetTraceEnd.Complete, 800L), (totals.End, totals.Events));
        Assert.InRange(told, 100, int.MaxValue);
    }

    private static (byte[] Content, List<SeenEvent> Written, long Dropped) RandomStream(Random random, int parts = 6, int mostKinds = 400)
    {
        NetTraceBytes stream = new();
        List<SeenEvent> written = [];
        int[] sequence = new int[4];
        long dropped = 0;
        int kinds = random.Next(1, mostKinds);
        for (int kind = 1; kind <= kinds; kind++)
            stream.Kind(kind, $"P{kind % 5}", kind + 1000, $"E{kind}", [.. Enumerable.Range(0, kind % 4).Select(field => (9 + field, $"f{field}"))]);
        for (int part = 0; part < parts; part++)
        {
            ulong[][] stacks = [.. Enumerable.Range(0, random.Next(1, 20)).Select(_ => Enumerable.Range(0, random.Next(30)).Select(_ => (ulong)random.NextInt64()).ToArray())];
            int first = random.Next(1, 1 << 20);
            stream.Stacks(first, stacks);
            for (int block = 0; block < 3; block++)
            {
                bool isPlain = random.Next(2) == 0;
                byte[][] events = new byte[random.Next(1, 30)][];
                long ticks = 0;
                int last = 0;
                for (int i = 0; i < events.Length; i++)
                {
                    int thread = random.Next(1, sequence.Length);
                    int lost = random.Next(10) == 0 && sequence[thread] > 0 ? random.Next(5) : 0;
                    dropped += lost;
                    sequence[thread] += lost + 1;
                    int kind = random.Next(kinds) + 1;
                    int stack = random.Next(stacks.Length + 1);
                    byte[] payload = Random(random, random.Next(200));
                    int step = random.Next(1, 1 << 20);
                    ticks += step;
                    int id = stack == 0 ? 0 : first + stack - 1;
                    events[i] = isPlain
                        ? NetTraceBytes.PlainEvent(kind, sequence[thread], thread, id, ticks, payload)
                        // The number of the event before, of whatever thread, and this step and one make its number.
                        : NetTraceBytes.Event(kind, sequence[thread] - last - 1, thread, id, step, payload);
                    last = sequence[thread];
                    ulong hash = stack == 0 ? 0 : stacks[stack - 1].Aggregate(0UL, SeenEvent.Hash);
                    written.Add(new SeenEvent(ticks, thread, $"P{kind % 5}", kind + 1000, payload.Length, SeenEvent.Hash(payload), stack == 0 ? 0 : stacks[stack - 1].Length, hash));
                }

                _ = isPlain ? stream.Block("EventBlock", NetTraceBytes.PlainBlock(events)) : stream.Events(events);
            }

            stream.Point([.. Enumerable.Range(1, sequence.Length - 1).Select(thread => ((long)thread, sequence[thread]))]);
        }

        written.Sort();
        return (stream.End(), written, dropped);
    }

    private static byte[] Random(Random random, int count)
    {
        byte[] bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }

    private static void Survive(byte[] content)
    {
        try
        {
            Assert.NotEqual(NetTraceEnd.None, OwnEvents.Of(content).Totals.End);
        }
        catch (FathomException refused)
        {
            Assert.NotNull(refused.NextStep);
        }
    }

    /// <summary>Gives a few bytes at a time, as a socket does.</summary>
    private sealed class Trickle(byte[] content, int most, Random random) : MemoryStream(content)
    {
        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, most == int.MaxValue ? most : random.Next(1, most + 1)));
    }
}
