using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Features;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Joined;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Perf;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Tables out of recordings of perf.</summary>
public sealed class PerfTraceExtractorTests
{
    [Fact]
    public void States_of_some_threads_are_refused_and_counts_are_those_of_perf()
    {
        CollectingSink sink = Extract(PerfFiles.Read("switches"));

        TraceRow trace = Assert.Single(sink.Rows<TraceRow>());
        Assert.Equal(("perf.data", "fathom-test", "x86_64", "monotonic"), (sink.Text(trace.Format), sink.Text(trace.Machine), sink.Text(trace.Architecture), sink.Text(trace.Clock)));
        Assert.Contains("Only some threads were recorded", sink.Text(trace.NoWaits), StringComparison.Ordinal);
        Assert.False(trace.WholeMachine);
        Assert.Empty(sink.Rows<ThreadWaitRow>());
        Assert.Empty(sink.Rows<ThreadSliceRow>());
        Assert.All(sink.Rows<ThreadLifeRow>(), life => Assert.Equal(life.DurationNs, life.UnknownNs));

        // What perf itself says of the same file.
        string text = PerfFiles.Text("switches");
        foreach (TraceEventRow row in sink.Rows<TraceEventRow>())
            Assert.Equal((sink.Text(row.Event), Count(text, $"{sink.Text(row.Event)}: ")), (sink.Text(row.Event), row.Count));
        Assert.Contains(sink.Rows<ProcessRow>(), process => sink.Text(process.Name) == "sleep");
    }

    [Theory]
    [InlineData("6.1.187", "perf 6.1.187")]
    [InlineData("fathom 1.0", "fathom 1.0")]
    [InlineData("", null)]
    public void The_recorder_is_who_the_recording_says(string version, string? expected)
    {
        byte[] content = new PerfDataBytes().Event([1]).Feature((int)PerfFeature.Version, w => PerfDataBytes.Text(w, version)).Sample(1, 10).File();

        CollectingSink sink = Extract(content);

        Assert.Equal(expected, sink.Text(Assert.Single(sink.Rows<TraceRow>()).Recorder));
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public void States_and_waits_of_a_whole_machine_add_up_and_no_sample_is_lost()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("test.data"), napper = folder.File("napper");
        // Others on the machine may sleep too.
        File.Copy("/bin/sleep", napper);
        CollectingSink sink = new();
        // This kernel leaves out a switch now and then, more of them the busier it is; a recording with all of these waits is the proof.
        for (int take = 0, waits = 0; waits < 4 && take < 6; take++)
        {
            PerfRecorder.Run(
                perf, "record", "--quiet", "--no-buildid-cache", "-k", "CLOCK_MONOTONIC", "-a", "-g", "-m", "8M", "-e", "cpu-clock/freq=999/", "-e",
                "sched:sched_switch", "-e", "sched:sched_waking", "-o", file, "--", "sh", "-c",
                $"for i in 1 2 3 4 5; do '{napper}' 0.02; done");
            sink = new CollectingSink();
            new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);
            waits = Naps(sink);
        }

        TraceRow trace = Assert.Single(sink.Rows<TraceRow>());
        Assert.Null(sink.Text(trace.NoWaits));
        Assert.True(trace.WholeMachine);
        ILookup<uint, ThreadSliceRow> slices = sink.Rows<ThreadSliceRow>().ToLookup(slice => slice.ThreadId);
        foreach (ThreadLifeRow life in sink.Rows<ThreadLifeRow>())
        {
            Assert.Equal(life.DurationNs, slices[life.ThreadId].Sum(slice => slice.DurationNs));
            Assert.Equal(life.WaitingNs, slices[life.ThreadId].Where(slice => sink.Text(slice.State) == "waiting").Sum(slice => slice.DurationNs));
        }

        Assert.Equal(5, Nappers(sink).Count);
        Assert.InRange(Naps(sink), 4, 5);
        Assert.DoesNotContain(sink.Rows<FrameRow>().Where(frame => sink.Text(frame.Kind) == "kernel"), frame => frame.Offset == -1);
    }

    // The sleeps of the shell's children: each is a process of its own, and waits for its 20 ms.
    private static int Naps(CollectingSink sink)
    {
        HashSet<uint> nappers = Nappers(sink);
        Dictionary<uint, uint> processes = sink.Rows<ThreadRow>().ToDictionary(row => row.ThreadId, row => row.ProcessId);
        return sink.Rows<ThreadWaitRow>().Count(wait => nappers.Contains(processes[wait.ThreadId]) && wait.WaitNs is > 19_000_000 and < 60_000_000);
    }

    private static HashSet<uint> Nappers(CollectingSink sink) => [.. sink.Rows<ProcessRow>().Where(process => sink.Text(process.Name) == "napper").Select(process => process.ProcessId)];

    [Fact]
    public void Waits_of_a_sampled_tracepoint_are_refused_and_all_time_is_unknown()
    {
        CollectingSink sink = Extract(PerfFiles.Read("sampled"));

        Assert.Contains("recorded at a rate", sink.Text(Assert.Single(sink.Rows<TraceRow>()).NoWaits), StringComparison.Ordinal);
        Assert.Empty(sink.Rows<ThreadWaitRow>());
        Assert.Empty(sink.Rows<ThreadSliceRow>());
        Assert.All(sink.Rows<ThreadLifeRow>(), life => Assert.Equal(life.DurationNs, life.UnknownNs));
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public void Samples_and_their_names_are_those_of_perf()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("test.data");
        PerfRecorder.Run(
            perf, "record", "--quiet", "--no-buildid-cache", "-k", "CLOCK_MONOTONIC", "-g", "-m", "4M", "-e", "cpu-clock/freq=1999/", "-o", file,
            "--", "perf", "bench", "sched", "pipe", "-l", "30000");
        List<(int Tid, long TimeNs, List<string> Frames)> expected = ScriptSamples.Parse(
            PerfRecorder.Run(perf, "script", "--ns", "--fields", "tid,time,ip,sym,symoff,dso", "--input", file));

        CollectingSink sink = new();
        new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);

        long start = sink.Rows<TraceRow>()[0].ClockStartNs;
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(row => row.ThreadId, row => row.Tid);
        Dictionary<uint, FrameRow> frames = sink.Rows<FrameRow>().ToDictionary(row => row.FrameId);
        Dictionary<uint, MethodRow> methods = sink.Rows<MethodRow>().ToDictionary(row => row.MethodId);
        ILookup<uint, StackFrameRow> stacks = sink.Rows<StackFrameRow>().ToLookup(row => row.StackId);
        expected.RemoveAll(static sample => sample.Tid == 0);
        Assert.True(expected.Count > 100);
        // The kernel no longer knows the number of a thread that is about to be gone; such samples are counted as lost.
        HashSet<(int, long)> ownSamples = [.. sink.Rows<CpuSampleRow>().Select(row => (tids[row.ThreadId], row.TsNs + start))];
        long nobody = expected.RemoveAll(sample => !ownSamples.Contains((sample.Tid, sample.TimeNs)));
        Assert.Equal(nobody, sink.Losses.Where(loss => sink.Text(loss.Reason) == "samples of threads that had ended").Sum(loss => loss.Count));
        Assert.Equal(expected.Select(static sample => (sample.Tid, sample.TimeNs)), sink.Rows<CpuSampleRow>().Select(row => (tids[row.ThreadId], row.TsNs + start)));
        int named = 0, all = 0;
        foreach ((CpuSampleRow row, (_, _, List<string> theirs)) in sink.Rows<CpuSampleRow>().Zip(expected))
        {
            FrameRow[] ours = [.. stacks[row.StackId].OrderBy(frame => frame.Depth).Select(frame => frames[frame.FrameId])];
            Assert.Equal(theirs.Count, ours.Length);
            for (int i = 0; i < ours.Length; i++)
            {
                if (theirs[i].StartsWith("[unknown]", StringComparison.Ordinal))
                    continue;
                all++;
                string name = sink.Text(methods[ours[i].MethodId].Name)!;
                named += name[(name.IndexOf('!', StringComparison.Ordinal) + 1)..] == theirs[i] ? 1 : 0;
            }
        }

        // Several names of one function are equal to the linker; which one is shown is a choice.
        Assert.True(all > 1000 && named > all * 0.8, $"{named} of {all}");
        TraceNamingRow kernel = sink.Rows<TraceNamingRow>().Single(row => sink.Text(row.Kind) == "kernel");
        Assert.Equal(kernel.FrameCount, kernel.NamedCount);
    }

    [Fact]
    public void A_loss_has_a_share_of_what_was_counted_and_none_where_nothing_was()
    {
        const string ring = "that the kernel lost because the ring of the processor was full";
        byte[] trace = new PerfDataBytes().Event([1], type: 1, config: 0, period: 999).Event([2], type: 1, config: 9)
            .Sample(1, 1_000_000).Sample(1, 2_000_000)
            .Kernel(PerfRecordType.LostSamples, 2_500_000, static w => w.Write(3L))
            .Kernel(PerfRecordType.LostSamples, 2_500_000, static w => w.Write(57L), id: 2)
            .Sample(1, 3_000_000).File();

        using TestFolder folder = new();
        File.WriteAllBytes(folder.File("perf.data"), trace);
        CollectingSink sink = new();
        new PerfTraceExtractor(folder.File("perf.data")).Run(sink, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal(
            [("events of cpu-clock " + ring, 3L, (long?)6L), ("mappings, names, begins and ends of threads " + ring, 57L, null)],
            sink.Losses.Select(loss => (Reason: sink.Text(loss.Reason), loss.Count, loss.OutOf))
                .Where(static loss => loss.Reason?.EndsWith(ring, StringComparison.Ordinal) == true).Order());
    }

    [Fact]
    public void What_the_kernel_did_not_sample_because_it_came_too_often_is_a_loss_of_its_processor_with_its_length()
    {
        PerfDataBytes trace = new PerfDataBytes().Event([1], type: 1, config: 0, period: 999).Sample(1, 1_000_000);
        foreach ((PerfRecordType type, ulong timeNs) in ((PerfRecordType, ulong)[])
            [(PerfRecordType.Throttle, 2_000_000), (PerfRecordType.Unthrottle, 3_500_000), (PerfRecordType.Throttle, 5_000_000), (PerfRecordType.Throttle, 6_000_000)])
        {
            trace.Kernel(type, timeNs, w =>
            {
                w.Write(timeNs);
                w.Write(1L);
                w.Write(1L);
            });
        }

        using TestFolder folder = new();
        File.WriteAllBytes(folder.File("perf.data"), trace.Sample(1, 7_000_000).File());
        CollectingSink sink = new();
        new PerfTraceExtractor(folder.File("perf.data")).Run(sink, new Progress<Progress>(), CancellationToken.None);

        Assert.All(sink.Losses, loss => Assert.Equal(
            ("cpu 2", 1L, "times in which the kernel throttled cpu-clock because samples came too often"), (sink.Text(loss.Scope), loss.Count, sink.Text(loss.Reason))));
        Assert.Equal([(1_000_000UL, 2_500_000UL), (4_000_000UL, 6_000_000UL)], sink.Losses.Select(static loss => (loss.RangeFrom, loss.RangeTo)));
    }

    [Theory]
    [InlineData("elsewhere", 2026, "it was recorded on another machine")]
    [InlineData(null, 2001, "the machine was rebooted since")]
    [InlineData(null, 2100, "the trace does not hold the address of the kernel")]
    public void The_kernel_of_another_machine_or_start_names_nothing_and_it_is_said_why(string? host, int year, string reason)
    {
        PerfDataBytes trace = new PerfDataBytes().Event([1], PerfDataBytes.Usual | PerfSampleFields.Callchain)
            .Feature(3, w => PerfDataBytes.Text(w, host ?? Environment.MachineName))
            .Feature(29, w =>
            {
                w.Write(1);
                w.Write(1);
                w.Write((ulong)(new DateTime(year, 1, 1, 0, 0, 0, DateTimeKind.Utc) - DateTime.UnixEpoch).Ticks * 100);
                w.Write(0UL);
            });
        trace.Record(PerfRecordType.Sample, w =>
        {
            w.Write(1UL);
            w.Write(0xffff_ffff_8100_0010);
            w.Write(4);
            w.Write(4);
            w.Write(1_000UL);
            w.Write(2L);
            w.Write(2UL);
            w.Write(CallchainMarker.Kernel);
            w.Write(0xffff_ffff_8100_0010);
        });

        CollectingSink sink = Extract(trace.File());

        CodeImageRow kernel = Assert.Single(sink.Rows<CodeImageRow>());
        Assert.Equal(("kernel", reason, false), (sink.Text(kernel.Kind), sink.Text(kernel.Reason), kernel.Complete));
        FramePlaceRow place = Assert.Single(sink.Rows<FramePlaceRow>());
        Assert.Equal((0xffff_ffff_8100_0010, 1L, false), (place.Place, place.FrameCount, place.Named));
        Assert.Equal("[kernel]!?", sink.Text(Assert.Single(sink.Rows<MethodRow>()).Name));
    }

    [Fact]
    public void Compiled_code_without_names_is_not_told_only_where_nobody_asked_the_runtime()
    {
        const int Asked = 4, NotAsked = int.MaxValue;
        PerfDataBytes trace = new PerfDataBytes().Event([1]);
        foreach (int pid in (int[])[Asked, NotAsked])
        {
            trace.Kernel(PerfRecordType.Mmap, 1_000, w =>
            {
                w.Write(pid);
                w.Write(pid);
                w.Write(0x1000L);
                w.Write(0x2000L);
                w.Write(0L);
                PerfDataBytes.Name(w, "//anon");
            });
        }

        PerfDataBytes sampled = new PerfDataBytes().Event([1], PerfDataBytes.Usual | PerfSampleFields.Callchain).Raw(trace.Records());
        foreach (int pid in (int[])[Asked, NotAsked, NotAsked])
        {
            sampled.Record(PerfRecordType.Sample, w =>
            {
                w.Write(1UL);
                w.Write(0x1800L);
                w.Write(pid);
                w.Write(pid);
                w.Write(2_000UL);
                w.Write(2L);
                w.Write(2UL);
                w.Write(CallchainMarker.User);
                w.Write(0x1800L);
            });
        }

        using TestFolder folder = new();
        File.WriteAllBytes(folder.File("test.data"), sampled.File());
        CollectingSink sink = new();
        using PerfTraceReading reading = new(folder.File("test.data"), TraceOptions.Usual);
        reading.Read(sink, 1, numbers: null, new Dictionary<int, ReusedCode>(), log: null, new Progress<Progress>(), CancellationToken.None);
        Dictionary<int, TracedProcess> runtimes = new() { [Asked] = new(1, Asked, isNew: true, new MethodNames()) };
        reading.WriteFrames(new FrameRows(sink), 1, new RuntimeNames(runtimes, new Dictionary<int, ReusedCode>(), new ManagedLines([])), CancellationToken.None);

        Assert.Equal(
            [("managed", 1L, 0L), ("managed (not told)", 2L, 0L)],
            sink.Rows<TraceNamingRow>().Select(row => (sink.Text(row.Kind), row.FrameCount, row.NamedCount)).Order());
        string[] reasons = [.. sink.Rows<CodeImageRow>().OrderBy(static row => row.Pid).Select(row => sink.Text(row.Reason)!)];
        Assert.Equal("the trace does not name the methods at these addresses (no rundown, or the code was unloaded by then)", reasons[0]);
        Assert.NotEqual(reasons[0], reasons[1]);
    }

    private static CollectingSink Extract(byte[] content)
    {
        using TestFolder folder = new();
        string file = folder.File("test.data");
        File.WriteAllBytes(file, content);
        CollectingSink sink = new();
        new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);
        return sink;
    }

    private static long Count(string text, string what) => text.Split('\n').LongCount(line => line.Contains(what, StringComparison.Ordinal));
}
