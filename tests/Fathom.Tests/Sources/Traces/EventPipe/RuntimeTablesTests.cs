using System.Globalization;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Events;
using Fathom.Sources.Traces.EventPipe;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Fathom.Tests.Sources.Heap;
using Microsoft.Diagnostics.NETCore.Client;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

/// <summary>The tables that some events of a runtime have for themselves, beside the TraceEvent library and what a program was told to do.</summary>
public sealed class RuntimeTablesTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const long Keywords = 0x4 | 0x8 | 0x10 | 0x4000 | 0x10000 | 0x400_0000_0000;

    // Their events are rows of these tables, and no events as all others.
    private static readonly string[] s_taken =
    [
        "ContentionStart", "ContentionStop", "WaitHandleWaitStart", "WaitHandleWaitStop", "ThreadPoolWorkerThreadStart", "ThreadPoolWorkerThreadStop", "ThreadPoolWorkerThreadWait",
        "ThreadPoolWorkerThreadAdjustmentAdjustment", "MethodJittingStarted", "AssemblyLoadStart", "AssemblyLoadStop", "AssemblyLoad",
    ];

    public static TheoryData<string> Files => [.. NetTraceFiles.Names, .. NetTraceFiles.OldNames];

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [MemberData(nameof(Files))]
    public void Rows_of_a_public_file_are_what_TraceEvent_reads(string file) => Compare(NetTraceFiles.Read(file));

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Rows_of_a_live_program_are_what_TraceEvent_reads_and_what_the_program_did()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        byte[] content =
            await RecordAsync(sample, ["monitor 3", "lock 4", "handle 5", "pulse 2", "compile 20", "load No.Such.Thing", "load System.Xml.XDocument", "block 12", "sleep 1500", "unblock"]);

        CollectingSink sink = Compare(content);

        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        ILookup<uint, string> stacks = Stacks(sink);
        ContentionRow[] OfMethod(string method) => [.. sink.Rows<ContentionRow>().Where(row => stacks[row.StackId].Contains("Events.Blocking." + method))];
        Assert.Equal((3, 4), (OfMethod("EnterMonitor").Length, OfMethod("EnterLock").Length));
        Assert.All(OfMethod("EnterMonitor").Concat(OfMethod("EnterLock")), row =>
        {
            Assert.Equal(("managed", sample.Pid), (sink.Text(row.Kind), row.OwnerTid ?? 0));
            Assert.InRange(row.DurationNs!.Value, 15_000_000, 5_000_000_000);
            Assert.NotEqual(sample.Pid, tids[row.ThreadId]);
        });
        Assert.Single(OfMethod("EnterMonitor").Select(static row => row.LockId).Distinct());
        WaitHandleWaitRow[] handles = [.. sink.Rows<WaitHandleWaitRow>().Where(row => stacks[row.StackId].Contains("Events.Blocking.WaitForHandle"))];
        Assert.Equal(5, handles.Length);
        Assert.All(handles, row => Assert.Equal(("unknown", true), (sink.Text(row.Source), row.DurationNs is >= 15_000_000 and < 5_000_000_000)));
        WaitHandleWaitRow[] pulses = [.. sink.Rows<WaitHandleWaitRow>().Where(row => stacks[row.StackId].Contains("Events.Blocking.WaitForPulse") && sink.Text(row.Source) == "monitor wait")];
        Assert.Equal(2, pulses.Length);
        Assert.All(pulses, row => Assert.Equal("monitor wait", sink.Text(row.Source)));

        MethodCompiledRow[] made = [.. sink.Rows<MethodCompiledRow>().Where(row => sink.Text(row.Name)!.StartsWith("dynamicClass.Made", StringComparison.Ordinal))];
        Assert.Equal(Enumerable.Range(0, 20).Select(static i => $"dynamicClass.Made{i}"), made.Select(row => sink.Text(row.Name)));
        Assert.All(made, row => Assert.True(row is { IlBytes: null, DurationNs: > 0, CodeBytes: > 0 } && tids[row.ThreadId] == sample.Pid, row.ToString()));

        AssemblyLoadRow missing = Assert.Single(sink.Rows<AssemblyLoadRow>(), row => row.Success == false && sink.Text(row.Name)!.StartsWith("No.Such.Thing,", StringComparison.Ordinal));
        Assert.Equal(("bind", false, true), (sink.Text(missing.Kind), missing.ResultPath.HasValue, missing.DurationNs > 0));
        Assert.Contains("locate", sink.Text(missing.Error), StringComparison.OrdinalIgnoreCase);
        AssemblyLoadRow[] found = [.. sink.Rows<AssemblyLoadRow>().Where(row => sink.Text(row.Name)!.StartsWith("System.Xml.XDocument,", StringComparison.Ordinal))];
        Assert.Contains(found, row => sink.Text(row.Kind) == "bind" && row.Success == true);
        Assert.EndsWith("/System.Xml.XDocument.dll", sink.Text(Assert.Single(found, row => sink.Text(row.Kind) == "load").ResultPath), StringComparison.Ordinal);

        Assert.Contains(sink.Rows<ThreadPoolChangeRow>(), row => sink.Text(row.Reason) == "starvation");
        Assert.Contains(sink.Rows<ThreadPoolChangeRow>(), row => sink.Text(row.Change) == "worker start" && row.WorkerCount > 2);
        Assert.Empty(sink.Losses);
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Waits_of_a_starving_pool_are_those_that_its_program_made()
    {
        CollectingSink sink = Compare(File.ReadAllBytes(Path.Combine(Needs.DataFolder(), "cases", "starve.nettrace")));

        // The main thread waits for all others, and the timer's thread for time: both are waits, and neither is one of the 209.
        Dictionary<uint, int> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        int pid = Assert.Single(sink.Rows<ProcessRow>()).Pid;
        ILookup<uint, string> stacks = Stacks(sink);
        bool IsOfWork(uint thread, long ns, uint stack) =>
            (tids[thread] != pid || ns < 1_000_000_000) && !stacks[stack].Contains("System.Threading.WaitHandle.WaitOneNoCheck");
        WaitHandleWaitRow[] told = [.. sink.Rows<WaitHandleWaitRow>().Where(row => IsOfWork(row.ThreadId, row.DurationNs ?? 0, row.StackId))];
        Assert.Equal((209, 759.9), (told.Length, Math.Round(told.Sum(static row => row.DurationNs!.Value) / 1e9, 1)));
        // Nine of them are the handles behind the eleven contentions.
        ThreadWaitRow[] waits = [.. sink.Rows<ThreadWaitRow>().Where(row => IsOfWork(row.ThreadId, row.WaitNs, row.StackId))];
        Assert.Equal((209 - 9 + 11, 759.9), (waits.Length, Math.Round(waits.Sum(static row => row.WaitNs) / 1e9, 1)));
        Assert.Equal(11, waits.Count(row => sink.Text(row.Kind) == "contention"));
        Assert.False(Assert.Single(sink.Rows<TraceRow>()).NoWaits.HasValue);
    }

    private static CollectingSink Compare(byte[] content)
    {
        RuntimeTablesOracle oracle = RuntimeTablesOracle.Of(content);
        using TestFolder folder = new();
        string file = folder.File("test.nettrace");
        File.WriteAllBytes(file, content);
        CollectingSink sink = new();
        new NetTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);

        Dictionary<uint, long> tids = sink.Rows<ThreadRow>().ToDictionary(static row => row.ThreadId, static row => (long)row.Tid);
        string Row(long ns, long? duration, uint thread, string text) => $"{ns} +{duration?.ToString(CultureInfo.InvariantCulture) ?? "none"} {tids.GetValueOrDefault(thread)} {text}";
        Same(oracle.Contentions, sink.Rows<ContentionRow>().Select(row => (row.StartNs, Row(
            row.StartNs, row.DurationNs, row.ThreadId, $"{sink.Text(row.Kind)} {row.LockId ?? 0:x} {row.OwnerTid ?? 0}"))));
        Same(oracle.Waits, sink.Rows<WaitHandleWaitRow>().Select(row => (row.StartNs, Row(
            row.StartNs, row.DurationNs, row.ThreadId, sink.Text(row.Source) == "monitor wait" ? "MonitorWait" : "Unknown"))));
        CompareWaits(sink);
        Same(oracle.Pool, sink.Rows<ThreadPoolChangeRow>().Select(row => (row.TsNs, $"{row.TsNs} {tids.GetValueOrDefault(row.ThreadId)} {Pool(sink, row)}")));
        Same(oracle.Methods, sink.Rows<MethodCompiledRow>().Select(row => (row.StartNs, Row(
            row.StartNs, row.DurationNs, row.ThreadId, $"{sink.Text(row.Name)} {sink.Text(row.Signature)} il {row.IlBytes}{Code(sink, row)}"))));
        Same(oracle.Assemblies, sink.Rows<AssemblyLoadRow>().Select(row => (row.StartNs, Row(row.StartNs, row.DurationNs, row.ThreadId, Assembly(sink, row)))));
        Assert.Equal(oracle.Unmatched, sink.Rows<RuntimeEventRow>().Count(row => s_taken.Any(name => sink.Text(row.Event) == $"{Runtime}/{name}")));
        return sink;
    }

    // A thread waits for as long as the spans of its contentions and handles cover, however they lie in each other.
    private static void CompareWaits(CollectingSink sink)
    {
        IEnumerable<(uint Thread, long Start, long End)> spans = sink.Rows<ContentionRow>().Select(static row => (row.ThreadId, row.StartNs, row.StartNs + row.DurationNs ?? -1))
            .Concat(sink.Rows<WaitHandleWaitRow>().Select(static row => (row.ThreadId, row.StartNs, row.StartNs + row.DurationNs ?? -1)));
        ILookup<uint, ThreadWaitRow> waits = sink.Rows<ThreadWaitRow>().ToLookup(static row => row.ThreadId);
        foreach (IGrouping<uint, (uint Thread, long Start, long End)> thread in spans.Where(static span => span.Thread != 0 && span.End >= 0).GroupBy(static span => span.Thread))
        {
            if (waits[thread.Key].Any(static row => row.OpenAtEnd))
                continue;
            long covered = 0, end = long.MinValue;
            foreach ((_, long from, long to) in thread.OrderBy(static span => span.Start))
            {
                covered += Math.Max(0, to - Math.Max(from, end));
                end = Math.Max(end, to);
            }

            Assert.Equal((thread.Key, covered), (thread.Key, waits[thread.Key].Sum(static row => row.WaitNs)));
        }

        Assert.All(waits, static thread => Assert.All(thread.Zip(thread.Skip(1)), static pair => Assert.True(pair.First.StartNs + pair.First.WaitNs <= pair.Second.StartNs)));
    }

    private static void Same(IEnumerable<string> expected, IEnumerable<(long Ns, string Text)> rows) =>
        Assert.Equal(expected, rows.OrderBy(static row => row.Ns).ThenBy(static row => row.Text, StringComparer.Ordinal).Select(static row => row.Text));

    private static string Pool(CollectingSink sink, ThreadPoolChangeRow row)
    {
        if (row.Throughput is not { } throughput)
            return $"{sink.Text(row.Change)} {row.WorkerCount}";
        ThreadPoolAdjustmentReason reason = Enum.GetValues<ThreadPoolAdjustmentReason>().Single(one => RuntimeWords.Of(one) == sink.Text(row.Reason));
        return string.Create(CultureInfo.InvariantCulture, $"adjustment {row.WorkerCount} {throughput:R} {(int)reason}");
    }

    private static string Code(CollectingSink sink, MethodCompiledRow row) => row.CodeBytes is null ? "" : $" code {row.CodeBytes} at {row.CodeAddress:x} {Tier(sink.Text(row.Tier))}";

    private static string Tier(string? tier) => tier switch
    {
        "minimal" => "MinOptJitted",
        "optimized" => "Optimized",
        "tier 0" => "QuickJitted",
        "tier 1" => "OptimizedTier1",
        "tier 1 osr" => "OptimizedTier1OSR",
        "tier 0 instrumented" => "QuickJittedInstrumented",
        "tier 1 instrumented" => "OptimizedTier1Instrumented",
        _ => "Unknown",
    };

    private static string Assembly(CollectingSink sink, AssemblyLoadRow row) => sink.Text(row.Kind) == "load"
        ? $"load {sink.Text(row.Name)}"
        : $"bind {sink.Text(row.Name)} {sink.Text(row.RequestedPath)} by {sink.Text(row.RequestingAssembly)} in {sink.Text(row.LoadContext)}"
            + (row.Success is null ? "" : $" found {row.Success} {row.Cached} {sink.Text(row.ResultName)} {sink.Text(row.ResultPath)}");

    private static ILookup<uint, string> Stacks(CollectingSink sink)
    {
        Dictionary<uint, string> methods = sink.Rows<MethodRow>().ToDictionary(static row => row.MethodId, row => sink.Text(row.Name)!);
        return sink.Rows<StackMethodRow>().ToLookup(static row => row.StackId, row => methods[row.MethodId]);
    }

    private static async Task<byte[]> RecordAsync(SampleProcess sample, string[] lines)
    {
        EventPipeProvider[] providers = [new(Runtime, System.Diagnostics.Tracing.EventLevel.Verbose, Keywords)];
        using EventPipeSession session = new DiagnosticsClient(sample.Pid).StartEventPipeSession(providers, requestRundown: true, 64);
        using MemoryStream content = new();
        Task copy = session.EventStream.CopyToAsync(content, TestContext.Current.CancellationToken);
        foreach (string line in lines)
            sample.Ask(line);
        await session.StopAsync(TestContext.Current.CancellationToken);
        await copy;
        return content.ToArray();
    }
}
