using System.Globalization;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Fathom.Tests.Sources.Heap;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

/// <summary>Tables out of files of runtime events, beside the TraceEvent library and what the programs were told to do.</summary>
public sealed class NetTraceExtractorTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const ulong Keywords = 0x1 | 0x8 | 0x10 | 0x4000 | 0x8000;

    public static TheoryData<string> Files => [.. NetTraceFiles.Names, .. NetTraceFiles.OldNames];

    private static byte[] Small => File.ReadAllBytes(Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace"));

    [Fact]
    public void Collections_and_exceptions_are_those_that_TraceEvent_reads()
    {
        CollectingSink sink = Extract(Small);

        (List<string> collections, List<string> exceptions) = Expected(Small);
        Assert.Equal((9, 20), (collections.Count, exceptions.Count));
        Assert.Equal(collections, sink.Rows<GcRow>().Select(row => string.Create(
            CultureInfo.InvariantCulture, $"{row.Number} gen {row.Generation} {row.StartNs} +{row.DurationNs} pause {row.PauseNs} heap {row.HeapBytes} promoted {row.PromotedBytes}")));
        Assert.Equal(exceptions, sink.Rows<ExceptionThrownRow>().Select(row => $"{row.TsNs} {sink.Text(row.Type)}: {sink.Text(row.Message)}"));
        Assert.All(sink.Rows<GcRow>(), row => Assert.Equal(("blocking", "induced"), (sink.Text(row.Kind), sink.Text(row.Reason))));
        Assert.Equal(sink.Rows<GcRow>().Sum(static row => row.PauseNs), sink.Rows<GcPauseRow>().Where(static row => row.GcNumber is not null).Sum(static row => row.DurationNs));
        Assert.Equal("Events", sink.Text(Assert.Single(sink.Rows<ProcessRow>()).Name));
        Assert.Empty(sink.Losses);
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Pauses_beside_more_busy_threads_than_processors_are_those_that_the_runtime_counts()
    {
        // What GC.GetTotalPauseDuration said in the program. Up to the end of the restart, which the spinning threads delay, there would be 1,046.8 ms.
        const double total = 184.1e6;

        CollectingSink sink = Extract(File.ReadAllBytes(Path.Combine(Needs.DataFolder(), "cases", "pause4.nettrace")));

        Assert.InRange(sink.Rows<GcRow>().Sum(static row => row.PauseNs)!.Value / total, 0.98, 1.02);
        Assert.InRange(sink.Rows<GcPauseRow>().Sum(static row => row.DurationNs) / total, 0.98, 1.02);
        Assert.All(sink.Rows<GcPauseRow>(), static row => Assert.InRange(row.StandstillNs!.Value, 0, row.DurationNs));
        Assert.Equal(sink.Rows<GcPauseRow>().Sum(static row => row.DurationNs - row.StandstillNs), sink.Rows<GcRow>().Sum(static row => row.SuspendNs));
        // Its recorder asked for no waits: that is said, and is not "no thread waited".
        Assert.Contains("neither their waits for locks and handles", sink.Text(Assert.Single(sink.Rows<TraceRow>()).NoWaits), StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Every_event_of_a_file_is_one_row_and_counts_are_those_of_others(string file)
    {
        byte[] content = NetTraceFiles.Read(file);
        TraceEventOracle oracle = TraceEventOracle.Of(content);

        CollectingSink sink = Extract(content);

        Assert.Equal(oracle.Events.Count, Assert.Single(sink.Rows<TraceRow>()).SampleCount);
        ILookup<string, TraceEventRow> byProvider = sink.Rows<TraceEventRow>().ToLookup(row => Provider(sink.Text(row.Event)!));
        foreach (IGrouping<string, SeenEvent> provider in oracle.Events.GroupBy(static seen => seen.Provider))
            Assert.Equal((provider.Key, provider.Count()), (provider.Key, byProvider[provider.Key].Sum(static row => row.Count)));
        // Names of methods and the IL of their code are the only events that are no rows; begins and ends share one (RuntimeTablesTests).
        long names = sink.Rows<TraceEventRow>()
            .Where(row => sink.Text(row.Event) is $"{Runtime}Rundown/MethodDCEndVerbose" or $"{Runtime}Rundown/MethodDCEndILToNativeMap").Sum(static row => row.Count);
        long paired = sink.Rows<ContentionRow>().Sum(static row => row.DurationNs is null || row.OpenAtStart ? 1 : 2)
            + sink.Rows<WaitHandleWaitRow>().Sum(static row => row.DurationNs is null || row.OpenAtStart ? 1 : 2)
            + sink.Rows<AssemblyLoadRow>().Sum(static row => row.DurationNs is null ? 1 : 2)
            + sink.Rows<RequestRow>().Sum(static row => row.DurationNs is null ? 1 : 2) + sink.Rows<MethodCompiledRow>().Sum(static row => row.DurationNs is null ? 1 : 2);
        Assert.Equal(oracle.Events.Count, names + paired + sink.Rows<RuntimeEventRow>().Count + sink.Rows<CpuSampleRow>().Count + sink.Rows<ThreadSampleRow>().Count
            + sink.Rows<ExceptionThrownRow>().Count + sink.Rows<AllocationSampleRow>().Count + sink.Rows<ThreadPoolChangeRow>().Count);
        Assert.Equal(oracle.Events.Count(static seen => seen is { Provider: Runtime, Id: 1 }), sink.Rows<GcRow>().Count);
        if (NetTraceFiles.Baseline(file).Length > 0)
        {
            Assert.Equal(Baseline(file, $"{Runtime}/GC/Start"), sink.Rows<GcRow>().Count);
            Assert.Equal(Baseline(file, $"{Runtime}/GC/AllocationTick"), sink.Rows<AllocationSampleRow>().Count);
        }

        Assert.All(sink.Rows<GcRow>(), static row => Assert.InRange(row.PauseNs!.Value, 1, 10_000_000_000));
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void The_weights_of_samples_add_up_to_the_time_that_the_sampler_saw_a_thread()
    {
        byte[] content = NetTraceFiles.Read("only_managed_samples.nettrace");
        Dictionary<long, (double First, double Last, int Count)> expected = [];
        using (EventPipeEventSource source = new(new MemoryStream(content)))
        {
            new SampleProfilerTraceEventParser(source).ThreadSample += seen => expected[seen.ThreadID] = expected.TryGetValue(seen.ThreadID, out var before)
                ? (before.First, seen.TimeStampRelativeMSec, before.Count + 1)
                : (seen.TimeStampRelativeMSec, seen.TimeStampRelativeMSec, 1);
            source.Process();
        }

        CollectingSink sink = Extract(content);

        Assert.NotEmpty(expected);
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        ILookup<int, long> weights = sink.Rows<CpuSampleRow>().Select(row => (row.ThreadId, row.WeightNs)).Concat(sink.Rows<ThreadSampleRow>().Select(row => (row.ThreadId, row.WeightNs)))
            .ToLookup(row => tids[row.ThreadId], static row => row.WeightNs ?? 0);
        foreach ((long tid, (double first, double last, int count)) in expected)
        {
            Assert.Equal(count, weights[(int)tid].Count());
            Assert.Equal(last - first, weights[(int)tid].Sum() / 1e6, 0.01);
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Stacks_of_a_live_program_have_the_names_that_TraceEvent_gives()
    {
        using TestFolder folder = new();
        string file = folder.File("live.nettrace");
        byte[] content = await RecordAsync();
        File.WriteAllBytes(file, content);
        List<(string What, List<string> Frames)> expected = [];
        using (TraceLog log = new(TraceLog.CreateFromEventPipeDataFile(file)))
        {
            foreach (TraceEvent seen in log.Events.Where(static seen => seen is ExceptionTraceData or ClrThreadSampleTraceData))
                expected.Add((seen is ExceptionTraceData thrown ? thrown.ExceptionMessage : "sample", Frames(seen.CallStack())));
        }

        CollectingSink sink = Extract(content);

        Dictionary<uint, string> methods = sink.Rows<MethodRow>().ToDictionary(static row => row.MethodId, row => sink.Text(row.Name)!);
        Dictionary<uint, string> frames = sink.Rows<FrameRow>().ToDictionary(static row => row.FrameId, row => methods[row.MethodId]);
        ILookup<uint, string> stacks = sink.Rows<StackFrameRow>().OrderBy(static row => row.Depth).ToLookup(static row => row.StackId, row => frames[row.FrameId]);
        IEnumerable<(long TsNs, string What, uint Stack)> rows =
        [
            .. sink.Rows<ExceptionThrownRow>().Select(row => (row.TsNs, sink.Text(row.Message)!, row.StackId)),
            .. sink.Rows<CpuSampleRow>().Select(static row => (row.TsNs, "sample", row.StackId)),
            .. sink.Rows<ThreadSampleRow>().Select(static row => (row.TsNs, "sample", row.StackId)),
        ];
        List<(string What, List<string> Frames)> own = [.. rows.OrderBy(static row => row.TsNs).Select(row => (row.What, stacks[row.Stack].ToList()))];
        Assert.Equal(expected.Count, own.Count);
        Assert.Equal(30, own.Count(static row => row.What != "sample"));
        int same = own.Zip(expected).Count(static pair => pair.First.What == pair.Second.What && pair.First.Frames.SequenceEqual(pair.Second.Frames));
        Assert.True(same >= own.Count * 0.99, $"{same} of {own.Count} stacks are the same");
        TraceNamingRow naming = Assert.Single(sink.Rows<TraceNamingRow>());
        Assert.True(naming.NamedCount >= naming.FrameCount * 0.998, $"{naming.NamedCount} of {naming.FrameCount} frames have names");
        Assert.Equal("monotonic", sink.Text(sink.Rows<TraceRow>()[0].Clock));
    }

    [Fact]
    public void A_cut_file_is_told_in_part_and_says_so()
    {
        CollectingSink sink = Extract(Small[..(Small.Length / 2)]);

        Assert.NotEmpty(sink.Losses);
        Assert.InRange(sink.Rows<RuntimeEventRow>().Count, 1, Extract(Small).Rows<RuntimeEventRow>().Count);
    }

    private static CollectingSink Extract(byte[] content)
    {
        using TestFolder folder = new();
        string file = folder.File("test.nettrace");
        File.WriteAllBytes(file, content);
        CollectingSink sink = new();
        new NetTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);
        return sink;
    }

    private static async Task<byte[]> RecordAsync()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        EventPipeProvider[] providers =
        [
            new(Runtime, System.Diagnostics.Tracing.EventLevel.Informational, (long)Keywords),
            new("Microsoft-DotNETCore-SampleProfiler", System.Diagnostics.Tracing.EventLevel.Informational, 0),
        ];
        using EventPipeSession session = new DiagnosticsClient(sample.Pid).StartEventPipeSession(providers, requestRundown: true, 64);
        using MemoryStream content = new();
        Task copy = session.EventStream.CopyToAsync(content, TestContext.Current.CancellationToken);
        sample.Ask("throw 30");
        sample.Ask("allocate 2000000");
        sample.Ask("collect 3");
        await session.StopAsync(TestContext.Current.CancellationToken);
        await copy;
        return content.ToArray();
    }

    private static (List<string> Collections, List<string> Exceptions) Expected(byte[] content)
    {
        List<(int Number, int Generation, long StartNs)> starts = [];
        Dictionary<int, long> ends = [], pauses = [];
        Dictionary<int, (long Heap, long Promoted)> heaps = [];
        List<string> exceptions = [];
        long suspended = 0;
        int last = 0;
        using EventPipeEventSource source = new(new MemoryStream(content));
        source.Clr.GCStart += gc => starts.Add((last = gc.Count, gc.Depth, Ns(gc)));
        source.Clr.GCStop += gc => ends[gc.Count] = Ns(gc);
        source.Clr.GCSuspendEEStart += gc => suspended = Ns(gc);
        // TraceEvent's own pauses end with the end of the restart, when the thread that restarts the others runs again.
        source.Clr.GCRestartEEStart += gc => pauses[last] = Ns(gc) - suspended;
        source.Clr.GCHeapStats += gc => heaps[last] = (gc.TotalHeapSize, gc.TotalPromoted);
        source.Clr.ExceptionStart += thrown => exceptions.Add($"{Ns(thrown)} {thrown.ExceptionType}: {thrown.ExceptionMessage}");
        source.Process();
        return ([.. starts.Select(gc => string.Create(
            CultureInfo.InvariantCulture,
            $"{gc.Number} gen {gc.Generation} {gc.StartNs} +{ends[gc.Number] - gc.StartNs} pause {pauses[gc.Number]} heap {heaps[gc.Number].Heap} promoted {heaps[gc.Number].Promoted}"))],
            exceptions);
    }

    private static long Ns(TraceEvent seen)
    {
#pragma warning disable CS0618 // The ticks themselves, not a rounded time.
        return seen.TimeStampQPC - TraceEventOracle.StartTicksOf(seen);
#pragma warning restore CS0618
    }

    private static long Baseline(string file, string name) => NetTraceFiles.Baseline(file)
        .Where(line => line.TrimStart('\uFEFF').StartsWith(name + ",", StringComparison.Ordinal)).Sum(static line => long.Parse(line.Split(',')[1], CultureInfo.InvariantCulture));

    private static string Provider(string name) => name[..name.IndexOf('/', StringComparison.Ordinal)];

    // The library writes the parameters of a method behind its name.
    private static List<string> Frames(TraceCallStack? stack)
    {
        List<string> frames = [];
        for (; stack is not null; stack = stack.Caller)
        {
            string name = stack.CodeAddress.FullMethodName;
            int parameters = name.IndexOf('(', StringComparison.Ordinal);
            frames.Add(name.Length == 0 ? "unknown!?" : parameters > 0 ? name[..parameters] : name);
        }

        return frames;
    }
}
