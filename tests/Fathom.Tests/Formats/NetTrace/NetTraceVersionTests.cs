using System.Text;
using Fathom.Formats.NetTrace;
using Fathom.Model;
using Xunit;
using static Fathom.Tests.Formats.NetTrace.NumberedTraceBytes;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Versions of which few files exist: streams that are written here by the description of the format.</summary>
public sealed class NetTraceVersionTests
{
    private static readonly Guid s_runtime = new("e13c0d23-ccbc-4e12-931b-d9cc2eee27e4");
    private static readonly Guid s_own = new("11111111-2222-3333-4444-555555555555");

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void NetPerf_streams_are_read_field_by_field(int version)
    {
        OwnEvents read = OwnEvents.Of(NetPerf(version).End());

        Assert.True(read.Totals.IsWhole);
        Assert.Equal([(2_000L, 7L, 2, 4), (3_000L, 8L, 0, 0), (4_000L, 7L, 1, 3)], read.Events.Select(e => (e.Ticks, e.Thread, e.Depth, e.PayloadBytes)));
        Assert.Equal(
            [("Microsoft-Windows-DotNETRuntime", 80, "", 3), (version == 1 ? Guid.AllBitsSet.ToString() : "Mine", 1, "Own", 3)],
            read.Kinds.Select(k => (k.Provider, k.EventId, k.Name, k.Version)));
        Assert.Equal([("Text", EventFieldType.Text)], read.Kinds[1].Fields.Select(f => (f.Name, f.Type)));
        Assert.Equal((version, 8, version == 3 ? 77 : 0), (read.Header.Version, read.Header.PointerSize, read.Header.ProcessId));
        Assert.Equal(new DateTime(2024, 5, 17, 10, 20, 30, 400, DateTimeKind.Utc), read.Header.StartUtc);
    }

    [Fact]
    public void TraceEvent_reads_the_same_of_version_3() => Assert.Equal(3, NetTraceOracleTests.Compare(NetPerf(3).End()).Events.Count);

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Every_truncation_of_a_NetPerf_stream_gives_what_came_before(int version)
    {
        byte[] content = NetPerf(version).End();
        long events = 0;
        for (int length = 0; length < content.Length; length++)
        {
            try
            {
                OwnEvents read = OwnEvents.Of(content[..length]);
                Assert.NotEqual(NetTraceEnd.Complete, read.Totals.End);
                Assert.InRange(read.Totals.Events, events, 3);
                events = read.Totals.Events;
            }
            catch (FathomException refused)
            {
                Assert.Contains("is not a nettrace file", refused.Message, StringComparison.Ordinal);
                Assert.Equal(0, events);
            }
        }

        Assert.Equal(3, events);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(6)]
    public void Every_flipped_bit_is_survived(int version)
    {
        byte[] content = version == 6 ? Numbered().End() : NetPerf(version).End();
        for (int bit = 0; bit < content.Length * 8; bit++)
        {
            content[bit / 8] ^= (byte)(1 << (bit % 8));
            DamagedTrace.Survive(content);
            content[bit / 8] ^= (byte)(1 << (bit % 8));
        }
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(6)]
    public void No_number_of_a_stream_makes_it_take_memory_that_the_stream_does_not_fill(int version)
    {
        byte[] content = version == 6 ? Numbered().End() : NetPerf(version).End();
        DamagedTrace.Survive(content);
        foreach (int lie in (int[])[-1, int.MaxValue, int.MinValue, 0x00FF_FFFF, 1 << 30, NetTraceReader.MaxBlockBytes])
        {
            for (int place = 8; place + 4 <= content.Length; place++)
            {
                byte[] damaged = [.. content];
                BitConverter.TryWriteBytes(damaged.AsSpan(place), lie);
                long before = GC.GetAllocatedBytesForCurrentThread();
                DamagedTrace.Survive(damaged);
                Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 3_000_000);
            }
        }
    }

    [Fact]
    public void Version_6_is_read_field_by_field()
    {
        OwnEvents read = OwnEvents.Of(Numbered().End());

        Assert.True(read.Totals.IsWhole, read.Totals.EndReason);
        Assert.Equal((6L, 0L, 0L, 1L), (read.Totals.Events, read.Totals.UnknownThreads, read.Totals.DroppedEvents, read.Totals.UnknownBlocks));
        Assert.Equal((6, 42, 12), (read.Header.Version, read.Header.ProcessId, read.Header.Processors));
        Assert.Equal("x", read.Header.Values["Other"]);
        Assert.Equal(
            [(1_010L, 700L, 0), (1_020L, 700L, 3), (1_030L, 800L, 0), (1_040L, 700L, 2), (1_050L, 0L, 0), (6_000L, 700L, 1)],
            read.Events.Select(e => (e.Ticks, e.Thread, e.Depth)));
        EventMetadata kind = read.Kinds[0];
        Assert.Equal(("P", 42, "Named", 4, 3, 0x30UL, 9), (kind.Provider, kind.EventId, kind.Name, kind.Level, kind.Version, kind.Keywords, kind.OpCode));
        Assert.Equal(("said {A}", "about", "v", s_own), (kind.MessageTemplate, kind.Description, kind.Attributes["k"], kind.ProviderId));
        Assert.Equal([("A", EventFieldType.UInt32), ("B", EventFieldType.VarInt)], kind.Fields.Select(f => (f.Name, f.Type)));
    }

    [Fact]
    public void TraceEvent_reads_the_same_of_version_6() => Assert.Equal(5, NetTraceOracleTests.Compare(Numbered(hasNamelessThread: false).End()).Events.Count);

    [Fact]
    public void Threads_labels_and_what_they_override_are_told()
    {
        List<string> seen = [];
        using MemoryStream stream = new(Numbered().End());
        new NetTraceReader(stream, "test").Read(new Teller((in NetTraceEvent at) =>
        {
            StringBuilder labels = new();
            foreach (EventLabel label in at.Labels)
                labels.Append($" {label.Kind}={Encoding.UTF8.GetString(label.Key)}:{label.Bytes.Length}:{label.Number}");
            seen.Add($"{at.ProcessId} {at.Header.ThreadId} {at.ThreadName}|{at.Level} {at.Version} {at.OpCode} "
                + $"{at.Keywords}|{at.Header.ActivityId.ToString()[..4]} {at.Header.RelatedActivityId.ToString()[..4]}|{labels}");
        }), CancellationToken.None);

        Assert.Equal(
            [
                "5 700 main|4 3 9 48|0000 0000|",
                "5 700 main|4 3 9 48|0101 0202| Activity=:16:0 RelatedActivity=:16:0 TraceId=:16:0 SpanId=:0:77",
                "42 800 |1 2 3 4|0000 0000| OpCode=:0:3 Keywords=:0:4 Level=:0:1 Version=:0:2 Text=key:5:0 Number=n:0:-9",
                "5 700 main|4 3 9 48|0000 0000|",
                "42 0 worker|4 3 9 48|0000 0000|",
                "5 700 main|4 3 9 48|0000 0000|",
            ],
            seen);
    }

    [Fact]
    public void Dropped_events_are_counted_per_thread()
    {
        byte[] content = new NumberedTraceBytes().Thread(1, 5, 700).Thread(2, 5, 800).Kind(1, "P", 42, "E")
            .Events(Event(1, 0, 1, 0, 1_010, 0), Event(1, 3, 1, 0, 10, 0), Event(1, 0, 2, 0, 10, 0))
            .Point(0, (1, 7)).Remove((2, 9)).End();
        OwnEvents read = OwnEvents.Of(content);

        // Thread 1: numbers 1, 5, then a point that knows of 7. Thread 2: number 6 came first, 9 was its last.
        Assert.Equal([(700UL, 5L), (800UL, 3L)], read.Totals.DroppedByThread.OrderBy(p => p.Key).Select(p => (p.Key, p.Value)));
        Assert.Equal(8, read.Totals.DroppedEvents);
        Assert.False(read.Totals.IsWhole);
    }

    [Fact]
    public void A_sequence_point_can_end_threads_and_kinds()
    {
        byte[] content = new NumberedTraceBytes().Thread(1, 5, 700).Kind(1, "P", 42, "E").Events(Event(1, 0, 1, 0, 1_010, 0))
            .Point(3).Events(Event(1, 0, 1, 0, 2_000, 0)).Kind(1, "Q", 43, "F").Events(Event(1, 0, 1, 0, 2_010, 0)).Thread(1, 6, 900).Events(Event(1, 0, 1, 0, 2_020, 0)).End();
        OwnEvents read = OwnEvents.Of(content);

        Assert.Equal((4L, 1L, 1L), (read.Totals.Events, read.Totals.UnknownEvents, read.Totals.UnknownThreads));
        Assert.Equal([(700L, "P"), (0L, "Q"), (900L, "Q")], read.Events.Select(e => (e.Thread, e.Provider)));
    }

    [Fact]
    public void A_later_minor_version_is_read_and_a_later_major_one_refused()
    {
        Assert.True(OwnEvents.Of(new NumberedTraceBytes(6, 9).End()).Totals.IsWhole);
        Assert.Contains("has version 7 of the nettrace format", Assert.Throws<FathomException>(() => OwnEvents.Of(new NumberedTraceBytes(7, 0).End())).Message, StringComparison.Ordinal);
    }

    private static NetPerfBytes NetPerf(int version) => new NetPerfBytes(version)
        .Kind(1, "Microsoft-Windows-DotNETRuntime", s_runtime, 80)
        .Kind(2, "Mine", Guid.AllBitsSet, 1, "Own", (18, "Text"))
        .Event(1, 7, 2_000, [10, 11], 1, 2, 3, 4)
        .EndBlock()
        .Event(2, 8, 3_000, [])
        .Event(2, 7, 4_000, [12], 65, 0, 0);

    private static NumberedTraceBytes Numbered(bool hasNamelessThread = true)
    {
        byte[] payload = [1, 0, 0, 0, 5];
        NumberedTraceBytes stream = new NumberedTraceBytes(("ProcessId", "42"), ("HardwareThreadCount", "12"), ("Other", "x"))
            .Thread(1, 5, 700, "main")
            .Threads((2, w => { w.Write((byte)3); w.Write7BitEncodedInt(800); w.Write((byte)4); w.Write("key"); w.Write("value"); }))
            .Threads((3, w => { w.Write((byte)1); w.Write("worker"); }))
            .Kind(1, "P", 42, "Named", Properties, ("A", [10]), ("B", [20]))
            .Block(77, w => w.Write(1))
            .Stacks(1, [10, 11], [20, 21, 22])
            .Labels(5, 2, WriteLabels)
            .Events(Event(1, 0, 1, 0, 1_010, 0, payload), Event(1, 0, 1, 2, 10, 5, payload))
            .Events(Event(1, 0, 2, 0, 1_030, 6, payload))
            .PlainEvents(PlainEvent(1, 3, 1, 1, 1_040, 0, payload));
        if (hasNamelessThread)
            stream.Events(Event(1, 0, 3, 0, 1_050, 0, payload));
        return stream
            .Point(0, (1, 3), (2, 1))
            .Stacks(1, [30])
            .Events(Event(1, 3, 1, 1, 6_000, 0, payload));
    }

    private static void Properties(BinaryWriter w)
    {
        w.Write((byte)1);
        w.Write((byte)9);
        w.Write((byte)3);
        w.Write(0x30L);
        w.Write((byte)4);
        w.Write("said {A}");
        w.Write((byte)5);
        w.Write("about");
        w.Write((byte)6);
        w.Write("k");
        w.Write("v");
        w.Write((byte)7);
        w.Write(s_own.ToByteArray());
        w.Write((byte)8);
        w.Write((byte)4);
        w.Write((byte)9);
        w.Write((byte)3);
    }

    private static void WriteLabels(BinaryWriter w)
    {
        foreach (byte kind in (byte[])[1, 2, 3])
        {
            w.Write(kind);
            w.Write([.. Enumerable.Repeat(kind, 16)]);
        }

        w.Write((byte)(4 | 128));
        w.Write(77L);
        w.Write((byte)7);
        w.Write((byte)3);
        w.Write((byte)8);
        w.Write(4L);
        w.Write((byte)9);
        w.Write((byte)1);
        w.Write((byte)10);
        w.Write((byte)2);
        w.Write((byte)5);
        w.Write("key");
        w.Write("value");
        w.Write((byte)(6 | 128));
        w.Write("n");
        w.Write((byte)17);
    }
}
