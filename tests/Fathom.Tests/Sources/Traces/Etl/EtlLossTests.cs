using System.Text.Json;
using Fathom.Model.Processes;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>What Windows lost, and records whose meaning the file does not tell: each is a row that says how much.</summary>
public sealed class EtlLossTests
{
    private const long Second = 10_000_000;
    private const long Start = 1_000;

    [Fact]
    public void Events_and_buffers_that_the_session_says_it_lost_are_rows_with_their_number()
    {
        CollectingSink sink = ExtractedEtl.Of(new EtlBytes(1, Second, Start) { EventsLost = 7, BuffersLost = 2 }.Sample(0, Start + 5, 0,
            0x1000).Build());

        Assert.Equal(
            [
                ("events that Windows could not write because its buffers were full", 7L, (long?)9),
                ("buffers that Windows could not write to the file", 2L, null),
            ],
            Losses(sink));
        Assert.Equal(7, Assert.Single(sink.Rows<TraceRow>()).LostCount);
        Assert.All(sink.Losses, loss => Assert.Contains("cpu_sample", sink.Text(loss.Tables)!, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    public void A_buffer_that_says_that_something_was_lost_before_it_is_a_row_also_where_the_session_did_not_end(ushort flag)
    {
        byte[] content = new EtlBytes(2, Second, Start) { Flags = flag }.Sample(0, Start + 5, 0, 0x1000).Sample(1, Start + 6, 0, 0x1000)
            .Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        Assert.Equal([("buffers whose flags say that events or buffers before them were lost", 2L, (long?)3)], Losses(sink));
    }

    [Fact]
    public void A_message_is_an_event_with_what_it_tells_and_with_the_bytes_of_its_values()
    {
        Guid id = Guid.NewGuid();
        byte[] told = [.. BitConverter.GetBytes(77), .. id.ToByteArray(), .. BitConverter.GetBytes(Start + Second),
            .. BitConverter.GetBytes(41), .. BitConverter.GetBytes(40), 0xAB, 0xCD];
        byte[] content = new EtlBytes(1, Second, Start).Process(Start, 40, 4, "a.exe").Thread(Start, 40, 41)
            .Add(0, EtlPieces.Message(12, 0x2B, told)).Add(0, EtlPieces.Message(13, 0, [0xEF], 0, 0x90)).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        const string name = "WPP/Message, whose text is in the symbols of its program";
        RuntimeEventRow[] rows = [.. sink.Rows<RuntimeEventRow>().Where(row => sink.Text(row.Event) == name)];
        Assert.Equal(
            [
                $$"""{"Message":12,"Options":43,"Sequence":77,"Id":"{{id}}","Ticks":{{Start + Second}},"Thread":41,"Process":40,"_hex":"abcd"}""",
                """{"Message":13,"Options":0,"_hex":"ef"}""",
            ],
            rows.Select(row => sink.Text(row.Fields)));
        // The second one tells no time, so it has that of the record before.
        Assert.Equal([1_000_000_000L, 1_000_000_000L], rows.Select(static row => row.TsNs));
        Assert.Equal((40, 41), (sink.Rows<ProcessRow>().Single(one => one.ProcessId == rows[0].ProcessId).Pid, sink.Rows<ThreadRow>()
            .Single(one => one.ThreadId == rows[0].ThreadId).Tid));
        Assert.Equal([("messages (WPP), whose text is in the symbols of the program that wrote them: only their bytes are in 'event'", 2L,
            null)], Losses(sink));
        Assert.Equal("event", sink.Text(Assert.Single(sink.Losses).Tables));
    }

    [Fact]
    public void A_record_of_unknown_kind_is_an_event_with_its_bytes_and_all_others_are_as_they_were()
    {
        EtlBytes Trace() => new EtlBytes(1, Second, Start).Sample(0, Start + 5, 0, 0x1000);
        byte[] odd = Trace().Add(0, EtlPieces.Unknown(0x0C, [1, 2, 3, 4, 5, 6, 7, 8, 9])).Add(0, EtlPieces.Unknown(0x0C, [.. new byte[12]]))
            .Add(0, EtlPieces.Unknown(0x16, [.. new byte[12]])).Sample(0, Start + 9, 0, 0x1000).Build();

        CollectingSink sink = ExtractedEtl.Of(odd), whole = ExtractedEtl.Of(Trace().Sample(0, Start + 9, 0, 0x1000).Build());

        Assert.Equal([("records of unknown kind: only their bytes are in 'event'", 3L, null)], Losses(sink));
        Assert.Equal(
            [
                ("Unknown/Record of kind 12, which Fathom does not know", """{"_hex":"010203040506070809"}"""),
                ("Unknown/Record of kind 12, which Fathom does not know", """{"_hex":"000000000000000000000000"}"""),
                ("Unknown/Record of kind 22, which Fathom does not know", """{"_hex":"000000000000000000000000"}"""),
            ],
            sink.Rows<RuntimeEventRow>().Select(row => (sink.Text(row.Event)!, sink.Text(row.Fields)!))
                .Where(static row => row.Item1.StartsWith("Unknown", StringComparison.Ordinal)));
        Assert.Equal(whole.Rows<CpuSampleRow>().Select(static row => row.TsNs),
            sink.Rows<CpuSampleRow>().Select(static row => row.TsNs));
        Assert.Equal(5, sink.Rows<TraceEventRow>().Sum(static row => row.Count) - whole.Rows<TraceEventRow>().Sum(static row => row.Count)
            + 2);
    }

    // As many kinds of event as there are numbers of a kind, as many rows as there are records, and two characters for a byte.
    [Fact]
    public void Records_of_unknown_kind_have_a_bound()
    {
        EtlBytes bytes = new(1, Second, Start);
        for (int i = 0; i < 40_000; i++)
            bytes.Add(0, EtlPieces.Unknown((byte)(0x20 + (i % 0xE0)), BitConverter.GetBytes(i)));
        bytes.Add(0, EtlPieces.Unknown(0x20, new byte[60_000])).Sample(0, Start + 9, 0, 0x1000);

        CollectingSink sink = ExtractedEtl.Of(bytes.Build());

        Assert.Equal(0xE0, sink.Rows<TraceEventRow>().Count(row => sink.Text(row.Event)!.StartsWith("Unknown/", StringComparison.Ordinal)));
        string last = sink.Text(sink.Rows<RuntimeEventRow>()[^1].Fields)!;
        Assert.Equal(2 * 60_000, JsonDocument.Parse(last).RootElement.GetProperty("_hex").GetString()!.Length);
        Assert.Contains(Losses(sink), static loss => loss.Count == 40_001 && loss.Reason.StartsWith("records of unknown kind",
            StringComparison.Ordinal));
    }

    private static IEnumerable<(string Reason, long Count, long? OutOf)> Losses(CollectingSink sink) =>
        sink.Losses.Select(loss => (sink.Text(loss.Reason)!, loss.Count, loss.OutOf));
}
