using System.Buffers.Binary;
using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Joined;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Joined;

/// <summary>Recordings of perf and of a .NET program that ran meanwhile, as one.</summary>
public sealed class JoinedTraceTests
{
    private static readonly string s_events = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace");

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task A_program_has_one_row_its_threads_too_and_the_code_it_compiled_has_the_names_that_its_runtime_told()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string data = folder.File("perf.data"), events = folder.File("app.nettrace");
        int pid;
        using (SampleProcess sample = SampleProcess.Start("Events"))
        {
            pid = sample.Pid;
            await JoinedRecording.MakeAsync(perf, sample.Pid, data, events, () => sample.Ask("throw 10000"));
        }

        CollectingSink sink = new();
        new JoinedTraceExtractor(data, [events]).Run(sink, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal([1u, 2u], sink.Rows<TraceRow>().Select(static row => row.TraceId));
        ProcessRow process = Assert.Single(sink.Rows<ProcessRow>(), row => row.Pid == pid);
        Assert.Equal(sink.Rows<ProcessRow>().Count, sink.Rows<ProcessRow>().Select(static row => row.ProcessId).Distinct().Count());
        Assert.Equal(sink.Rows<ThreadRow>().Count, sink.Rows<ThreadRow>().Select(static row => row.ThreadId).Distinct().Count());
        Assert.Equal(sink.Rows<ThreadRow>().Count, sink.Rows<ThreadRow>().Select(static row => (row.ProcessId, row.Tid)).Distinct().Count());

        // The thread that threw is one that perf saw on a processor, in the same second.
        Assert.Equal(10_000, sink.Rows<ExceptionThrownRow>().Count);
        uint thrower = Assert.Single(sink.Rows<ExceptionThrownRow>().Select(static row => row.ThreadId).Distinct());
        Assert.Equal((pid, process.ProcessId), (sink.Rows<ThreadRow>().Single(row => row.ThreadId == thrower).Tid, sink.Rows<ThreadRow>().Single(row => row.ThreadId == thrower).ProcessId));
        CpuSampleRow[] samples = [.. sink.Rows<CpuSampleRow>().Where(row => row.ThreadId == thrower)];
        Assert.True(samples.Length > 20, $"{samples.Length} samples");
        long first = sink.Rows<ExceptionThrownRow>().Min(static row => row.TsNs), last = sink.Rows<ExceptionThrownRow>().Max(static row => row.TsNs);
        Assert.Contains(samples, row => row.TsNs > first && row.TsNs < last);

        // Without a perf map, only the program itself can tell what it has compiled.
        Dictionary<uint, string> methods = sink.Rows<MethodRow>().ToDictionary(static row => row.MethodId, row => sink.Text(row.Name)!);
        Dictionary<uint, string> frames = sink.Rows<FrameRow>().ToDictionary(static row => row.FrameId, row => methods[row.MethodId]);
        ILookup<uint, string> stacks = sink.Rows<StackFrameRow>().ToLookup(static row => row.StackId, row => frames[row.FrameId]);
        Assert.Contains(samples, row => stacks[row.StackId].Any(static name => name.EndsWith("g__Throw|0_0", StringComparison.Ordinal)));
        Assert.All(sink.Rows<ExceptionThrownRow>(), row => Assert.Contains(stacks[row.StackId], static name => name.EndsWith("g__Throw|0_0", StringComparison.Ordinal)));
        Assert.Equal(sink.Rows<StackFrameRow>().Count, sink.Rows<StackFrameRow>().Select(static row => (row.StackId, row.Depth)).Distinct().Count());
    }

    // What perf adds at its end is missing then, the clock among it; that of each event is there.
    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task A_recording_of_a_perf_that_was_killed_is_joined_all_the_same()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string data = folder.File("perf.data"), events = folder.File("app.nettrace");
        using SampleProcess sample = SampleProcess.Start("Events");
        await JoinedRecording.MakeAsync(perf, sample.Pid, data, events, () => sample.Ask("throw 10000"));
        CutToWhatAKilledPerfLeaves(data);

        CollectingSink sink = Join(data, events);

        uint process = Assert.Single(sink.Rows<ProcessRow>(), row => row.Pid == sample.Pid).ProcessId;
        uint thrower = Assert.Single(sink.Rows<ExceptionThrownRow>().Select(static row => row.ThreadId).Distinct());
        Assert.Equal(process, sink.Rows<ThreadRow>().Single(row => row.ThreadId == thrower).ProcessId);
        Assert.Contains(sink.Rows<CpuSampleRow>(), row => row.ThreadId == thrower);
        Assert.Contains(sink.Losses, loss => sink.Text(loss.Reason)!.Contains("never finished", StringComparison.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public void A_program_in_a_PID_namespace_is_the_process_that_perf_saw()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string data = folder.File("perf.data"), events = folder.File("app.nettrace"), words = folder.File("words");
        File.WriteAllText(words, "throw 10000\nexit\n");
        string program = Path.Combine(Repository.SampleFolder("Events"), "Events");
        ProcessStartInfo start = new(
            "sh",
            [
                "-c",
                $"'{perf}' record --quiet --no-buildid-cache -k CLOCK_MONOTONIC -g -m 4M -e cpu-clock/freq=999/ "
                + $"-o '{data}' -- unshare --pid --fork --mount-proc '{program}' < '{words}' > '{words}.out'",
            ]);
        start.Environment["DOTNET_EnableEventPipe"] = "1";
        start.Environment["DOTNET_EventPipeOutputPath"] = events;
        start.Environment["DOTNET_EventPipeConfig"] = "Microsoft-Windows-DotNETRuntime:0x8019:4";
        using (Process run = Process.Start(start)!)
            run.WaitForExit();
        CollectingSink alone = new();
        new NetTraceExtractor(events).Run(alone, new Progress<Progress>(), CancellationToken.None);
        // Inside it is the first process, which is another one outside.
        Assert.Equal(1, Assert.Single(alone.Rows<ProcessRow>()).Pid);

        CollectingSink sink = Join(data, events);

        ProcessRow process = Assert.Single(sink.Rows<ProcessRow>(), row => sink.Text(row.Name) == "Events");
        Assert.NotEqual(1, process.Pid);
        Assert.All(sink.Rows<ExceptionThrownRow>(), row => Assert.Equal(process.ProcessId, row.ProcessId));
        Assert.Equal(10_000, sink.Rows<ExceptionThrownRow>().Count);
        // The thread that threw is the first one, which is known outside; perf saw it work, and the names are those that the program told.
        ThreadRow thrower = Assert.Single(sink.Rows<ThreadRow>(), row => row.ThreadId == sink.Rows<ExceptionThrownRow>()[0].ThreadId);
        Assert.Equal((process.ProcessId, process.Pid), (thrower.ProcessId, thrower.Tid));
        Dictionary<uint, string> methods = sink.Rows<MethodRow>().ToDictionary(static row => row.MethodId, row => sink.Text(row.Name)!);
        Dictionary<uint, string> frames = sink.Rows<FrameRow>().ToDictionary(static row => row.FrameId, row => methods[row.MethodId]);
        ILookup<uint, string> stacks = sink.Rows<StackFrameRow>().ToLookup(static row => row.StackId, row => frames[row.FrameId]);
        Assert.Contains(
            sink.Rows<CpuSampleRow>().Where(row => row.ThreadId == thrower.ThreadId),
            row => stacks[row.StackId].Any(static name => name.EndsWith("g__Throw|0_0", StringComparison.Ordinal)));
        Assert.DoesNotContain(sink.Losses, loss => sink.Text(loss.Reason)!.Contains("PID namespace", StringComparison.Ordinal));
    }

    // Place and length of the records are at 40 and 48; the length is written last.
    private static void CutToWhatAKilledPerfLeaves(string data)
    {
        byte[] all = File.ReadAllBytes(data);
        Span<byte> length = all.AsSpan(48, sizeof(long));
        int end = (int)(BinaryPrimitives.ReadInt64LittleEndian(all.AsSpan(40)) + BinaryPrimitives.ReadInt64LittleEndian(length));
        length.Clear();
        File.WriteAllBytes(data, all[..end]);
    }

    [Fact]
    public void Traces_of_other_clocks_are_refused()
    {
        using TestFolder folder = new();
        string data = folder.File("perf.data"), moved = folder.File("moved.nettrace");
        File.WriteAllBytes(data, PerfFiles.Read("switches"));
        byte[] content = File.ReadAllBytes(s_events);
        // The year of the start, at the beginning of the trace object: another boot.
        int year = content.AsSpan().IndexOf(BitConverter.GetBytes((ushort)2026));
        content[year] -= 1;
        File.WriteAllBytes(moved, content);

        FathomException ofPerf = Assert.Throws<FathomException>(() => Join(data, s_events));
        FathomException ofEvents = Assert.Throws<FathomException>(() => Join(null, s_events, moved));

        Assert.Contains("cannot be put on one clock", ofPerf.Message, StringComparison.Ordinal);
        Assert.Contains("of another machine", ofEvents.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_files_of_one_program_are_one_process_with_the_events_of_both()
    {
        CollectingSink sink = Join(null, s_events, s_events);

        Assert.Equal((1, 40, 18, 2), (sink.Rows<ProcessRow>().Count, sink.Rows<ExceptionThrownRow>().Count, sink.Rows<GcRow>().Count, sink.Rows<TraceRow>().Count));
        Assert.Equal(sink.Rows<ThreadRow>().Count, sink.Rows<ThreadRow>().Select(static row => row.Tid).Distinct().Count());
    }

    private static CollectingSink Join(string? perf, params string[] events)
    {
        CollectingSink sink = new();
        new JoinedTraceExtractor(perf, events).Run(sink, new Progress<Progress>(), CancellationToken.None);
        return sink;
    }
}
