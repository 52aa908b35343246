using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Xunit;
using static Fathom.Tests.Sources.Traces.Universal.MachineTraceBytes;

namespace Fathom.Tests.Sources.Traces.Universal;

/// <summary>Streams of a machine-wide recorder that were made here: several processes, mappings and symbols of all kinds, switches.</summary>
public sealed class MachineTraceTests
{
    private const ulong Kernel = 0xFFFF_FFFF_8100_0000;

    [Fact]
    public void Processes_with_code_at_the_same_addresses_are_told_apart()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes()
            .Process(7, "shop").Process(9, "bank")
            .Map(7, 1, Page, Page + 0xFFFF, "/app/libshop.so").Map(9, 2, Page, Page + 0xFFFF, "/app/libbank.so")
            .Name(7, 1, Page, Page + 99, "Sell").Name(9, 2, Page, Page + 99, "Pay")
            .Sample(7, 7, 2_000, [Page + 5]).Sample(9, 9, 2_000, [Page + 5]).Sample(9, 10, 3_000, [Page + 5]));

        Assert.Equal(["bank 9 10: libbank.so!Pay", "bank 9 9: libbank.so!Pay", "shop 7 7: libshop.so!Sell"], rows.Samples());
        Assert.Equal(["bank 9", "shop 7"], rows.Processes());
        Assert.Empty(rows.Sink.Losses);
    }

    [Fact]
    public void A_pid_that_comes_again_is_another_process()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes()
            .Process(7, "first").Map(7, 1, Page, Page + 0xFFFF, "/a.so").Name(7, 1, Page, Page + 99, "A").Sample(7, 7, 2_000, [Page])
            .End(7, 3_000).Begin(7, "second", 4_000)
            .Map(7, 2, Page, Page + 0xFFFF, "/b.so", ticks: 4_001).Name(7, 2, Page, Page + 99, "B", ticks: 4_002).Sample(7, 7, 5_000, [Page]));

        Assert.Equal(["first 7 7: a.so!A", "second 7 7: b.so!B"], rows.Samples());
        Assert.Equal(["first 7", "second 7"], rows.Processes());
        // Times of a recording begin with the trace, whose clock began at 1,000.
        Assert.Equal([(0L, 2_000L, false, true), (3_000L, 1_000L, true, false)], rows.Sink.Rows<ThreadLifeRow>()
            .Select(static row => (row.StartNs, row.DurationNs, row.BeganInTrace, row.EndedInTrace)).Order());
    }

    [Fact]
    public void Code_without_a_symbol_or_a_mapping_keeps_its_place_and_says_why_it_has_no_name()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop")
            .Describe(7, 3, """{"type": "ELF","build_id": "00AB"}""")
            .Map(7, 1, Page, Page + 0x1FFF, "/app/libshop.so", offset: 0x4000, facts: 3)
            .Sample(7, 7, 2_000, [Page + 0x10, Page + 0x9000, Kernel]));

        Assert.Equal(["shop 7 7: libshop.so!? < [unknown]!? < [kernel]!?"], rows.Samples());
        Assert.Equal(
        [
            ("kernel", "[kernel]", null, "the recorder wrote no symbol that covers them"),
            ("native", "libshop.so", "00ab", "the recorder wrote no symbol that covers them"),
            ("unknown", "[unknown]", null, "no mapping that was recorded covers them"),
        ], rows.Images());
        Assert.Equal([0x4010UL, Page + 0x8FFF, Kernel - 1], rows.Sink.Rows<FramePlaceRow>().Select(static row => row.Place).Order());
        Assert.Equal([0, 0, 0], rows.Sink.Rows<TraceNamingRow>().Select(static row => row.NamedCount));
        Assert.Empty(rows.Sink.Losses);
    }

    [Fact]
    public void Symbols_that_lie_in_one_another_and_those_told_before_their_mapping_name_what_they_cover()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop")
            .Name(7, 1, Page, Page + 999, "Outer", ticks: 1_001).Name(7, 1, Page + 100, Page + 199, "Inner", ticks: 1_001)
            .Name(7, 1, Page + 2_000, Page + 2_099, "Old", ticks: 1_001).Name(7, 1, Page + 2_000, Page + 2_049, "New", ticks: 1_001)
            .Map(7, 1, Page, Page + 0xFFFF, "/a.so", ticks: 1_500)
            .Sample(7, 7, 2_000, [Page + 50]).Sample(7, 7, 2_001, [Page + 150]).Sample(7, 7, 2_002, [Page + 250])
            .Sample(7, 7, 2_003, [Page + 2_010]).Sample(7, 7, 2_004, [Page + 2_060]).Sample(7, 7, 2_005, [Page + 3_000]));

        Assert.Equal(["a.so!Outer", "a.so!Inner", "a.so!Outer", "a.so!New", "a.so!Old", "a.so!?"], rows.Leaves());
    }

    [Fact]
    public void Ids_that_point_nowhere_are_counted_and_name_nothing()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop")
            .Map(7, 1, Page, Page + 0xFFFF, "/a.so", facts: 77).Name(7, 5, Page, Page + 99, "Nowhere").Name(7, 6, Page, Page + 99, "Nor there").Name(7, 1, Page + 9, Page + 3, "Backwards")
            .Map(7, 2, Page + 0x20000, Page + 0x10000, "/backwards.so")
            .Sample(7, 7, 2_000, [Page + 5]));

        Assert.Equal(["a.so!?"], rows.Leaves());
        Assert.Equal(2, rows.Lost("symbols of mappings that the trace does not describe"));
        Assert.Equal(2, rows.Lost("mappings and symbols with invalid addresses, or beyond the limit"));
    }

    [Fact]
    public void A_later_mapping_takes_the_place_of_what_it_covers_from_then_on()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop")
            .Map(7, 1, Page, Page + 0x3000, "/a.so").Name(7, 1, Page, Page + 0x2FFF, "A")
            .Sample(7, 7, 2_000, [Page + 0x1800])
            .Map(7, 2, Page + 0x1000, Page + 0x2000, "/b.so", ticks: 3_000).Name(7, 2, Page + 0x1000, Page + 0x1FFF, "B", ticks: 3_001)
            .Sample(7, 7, 4_000, [Page + 0x800]).Sample(7, 7, 4_001, [Page + 0x1800]).Sample(7, 7, 4_002, [Page + 0x2800]));

        Assert.Equal(["a.so!A", "a.so!A", "b.so!B", "a.so!A"], rows.Leaves());
    }

    [Fact]
    public void Names_of_compiled_code_are_those_that_the_runtime_gives_them_and_one_kernel_is_shared()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop").Process(9, "bank")
            .Map(7, 1, Page, Page + 0xFFFF, "/memfd:doublemapper (deleted)").Name(7, 1, Page, Page + 99, "instance void [Shop] Shop.Till::Sell(int32)[Tier1]")
            .Map(7, 2, 1UL << 47, ulong.MaxValue, "vmlinux").Map(9, 2, 1UL << 47, ulong.MaxValue, "vmlinux").Name(7, 2, Kernel, Kernel + 99, "schedule")
            .Sample(7, 7, 2_000, [Kernel, Page + 5]).Sample(9, 9, 2_000, [Kernel]));

        Assert.Equal(["bank 9 9: [kernel]!schedule", "shop 7 7: [kernel]!schedule < Shop.Till.Sell"], rows.Samples());
        Assert.Equal(("managed", "Shop.dll"), rows.KindOf("Shop.Till.Sell"));
        Assert.Single(rows.Images(), static image => image.Kind == "kernel");
    }

    [Fact]
    public void Weights_are_multiples_of_the_interval_that_the_recorder_tells()
    {
        MachineTraceBytes Trace(params (string, string)[] values) => new MachineTraceBytes(values).Process(7, "shop").Sample(7, 7, 2_000, [Page]).Sample(7, 7, 3_000, [Page], value: 3);

        Assert.Equal([1_000_000L, 3_000_000], MachineRows.Of(Trace()).Weights());
        Assert.Equal([250_000L, 750_000], MachineRows.Of(Trace(("ExpectedCPUSamplingRate", "250000"))).Weights());
        Assert.Equal([1_000_000L, 3_000_000], MachineRows.Of(Trace(("ExpectedCPUSamplingRate", "0"))).Weights());
        Assert.Equal([null], MachineRows.Of(new MachineTraceBytes().Process(7, "shop").Sample(7, 7, 2_000, [Page], value: ulong.MaxValue)).Weights());
    }

    [Fact]
    public void Between_switches_a_thread_ran_and_what_follows_the_last_is_known_as_far_as_a_sample_saw_it()
    {
        // It came at 1,500 and had left at 1,300; it ran to 1,700, waited to 2,000, and was seen to run at 2,100.
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop")
            .Switched(7, 7, 1_500, 200, [Page]).Switched(7, 7, 2_000, 300, [Page]).Sample(7, 7, 2_100, [Page]).Sample(7, 8, 2_500, [Page]));

        Assert.Equal(
            ["unknown 0+300", "waiting 300+200", "running 500+200", "waiting 700+300", "running 1000+100", "unknown 1100+400"],
            rows.Sink.Rows<ThreadSliceRow>().Select(row => $"{rows.Sink.Text(row.State)} {row.StartNs}+{row.DurationNs}"));
        Assert.Equal([(300L, 200L, 0L), (700, 300, 0)], rows.Sink.Rows<ThreadWaitRow>().Select(static row => (row.StartNs, row.WaitNs, row.ReadyNs)));
        Assert.All(rows.Sink.Rows<ThreadWaitRow>(), row => Assert.True(row is { NoWaking: true, OpenAtStart: false, OpenAtEnd: false } && rows.Sink.Text(row.Kind) == "unknown"));
        ThreadLifeRow[] lives = [.. rows.Sink.Rows<ThreadLifeRow>()];
        Assert.Equal([(300L, 0L, 500L, 700L), (0, 0, 0, 1_500)], lives.Select(static row => (row.RunningNs, row.ReadyNs, row.WaitingNs, row.UnknownNs)));
        Assert.All(lives, static row => Assert.Equal(row.DurationNs, row.RunningNs + row.ReadyNs + row.WaitingNs + row.UnknownNs));
        Assert.False(Assert.Single(rows.Sink.Rows<TraceRow>()).NoWaits.HasValue);
    }

    [Fact]
    public void Times_that_cannot_be_are_cut_and_counted()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop")
            .Switched(7, 7, 1_500, ulong.MaxValue, [Page]).Switched(7, 7, 2_000, 900, [Page]).Switched(7, 7, 2_100, 0, [Page]));

        Assert.Equal([(0L, 500L, true), (500, 500, false)], rows.Sink.Rows<ThreadWaitRow>().Select(static row => (row.StartNs, row.WaitNs, row.OpenAtStart)));
        Assert.Equal(1, rows.Lost("switches whose time overlaps the one before: only what follows that counts"));
        ThreadLifeRow life = Assert.Single(rows.Sink.Rows<ThreadLifeRow>());
        Assert.Equal((100L, 1_000L, 1_100L), (life.RunningNs, life.WaitingNs, life.DurationNs));
    }

    [Fact]
    public void The_idle_threads_are_no_process_and_no_threads()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop").Sample(0, 0, 2_000, [Kernel]).Switched(0, 0, 2_000, 100, [Kernel]).Sample(7, 7, 3_000, [Page]));

        Assert.Equal(["shop 7"], rows.Processes());
        Assert.Equal(7, Assert.Single(rows.Sink.Rows<ThreadRow>()).Tid);
        Assert.Single(rows.Sink.Rows<CpuSampleRow>());
        Assert.Empty(rows.Sink.Losses);
    }

    [Fact]
    public void A_trace_that_was_cut_has_what_came_before_and_says_so()
    {
        byte[] whole = new MachineTraceBytes().Process(7, "shop").Map(7, 1, Page, Page + 0xFFFF, "/a.so").Name(7, 1, Page, Page + 99, "A").Sample(7, 7, 2_000, [Page]).Bytes();

        MachineRows rows = MachineRows.Of(whole[..^4]);

        Assert.Equal(["a.so!A"], rows.Leaves());
        Assert.Single(rows.Sink.Losses);
    }

    [Fact]
    public void The_stream_that_pages_of_the_documents_ask_is_the_one_that_is_made_here()
    {
        string file = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "machine.nettrace");
        if (Environment.GetEnvironmentVariable("FATHOM_UPDATE_SNAPSHOTS") == "1")
            File.WriteAllBytes(file, Small());

        Assert.Equal(Small(), File.ReadAllBytes(file));
        Assert.Empty(MachineRows.Of(Small()).Sink.Losses);
    }

    [Fact]
    public void A_thread_that_is_seen_behind_the_end_of_its_process_lives_as_long()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop").Switched(7, 7, 2_000, 100, [Page]).End(7, 2_500).Sample(7, 7, 2_600, [Page]).Sample(8, 8, 3_000, [Page]));

        ThreadLifeRow life = rows.Sink.Rows<ThreadLifeRow>().Single(static row => row.EndedInTrace);
        Assert.Equal((1_600L, 600L, 100L, 900L), (life.DurationNs, life.RunningNs, life.WaitingNs, life.UnknownNs));
    }

    [Fact]
    public void A_trace_without_switches_says_what_records_them()
    {
        byte[] content = new NumberedTraceBytes().Kind(1, "Universal.Events", 1, "cpu", ("Value", [21])).Thread(1, 7, 7)
            .PlainEvents(NumberedTraceBytes.PlainEvent(1, 1, 1, 0, 2_000, 0, 1)).End();

        MachineRows rows = MachineRows.Of(content);

        Assert.Single(rows.Sink.Rows<CpuSampleRow>());
        Assert.Equal(
            "it has samples of processors, but no context switches, which 'dotnet-trace collect-linux' records with '--profile thread-time'.",
            rows.Sink.Text(Assert.Single(rows.Sink.Rows<TraceRow>()).NoWaits));
    }

    [Fact]
    public void Nothing_of_it_is_a_row_of_the_table_of_events()
    {
        MachineRows rows = MachineRows.Of(new MachineTraceBytes().Process(7, "shop").Map(7, 1, Page, Page + 0xFFFF, "/a.so").Sample(7, 7, 2_000, [Page]).Switched(7, 7, 3_000, 5, [Page]));

        Assert.Empty(rows.Sink.Rows<RuntimeEventRow>());
        Assert.Equal(["Universal.Events/cpu 1", "Universal.Events/cswitch 1", "Universal.System/ExistingProcess 1", "Universal.System/ProcessMapping 1"],
            rows.Sink.Rows<TraceEventRow>().Select(row => $"{rows.Sink.Text(row.Event)} {row.Count}").Order(StringComparer.Ordinal));
    }
}
