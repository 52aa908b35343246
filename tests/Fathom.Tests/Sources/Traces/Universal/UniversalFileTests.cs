using Fathom.Model.Processes;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Universal;

/// <summary>A stream with the events of <c>dotnet-trace collect-linux</c>, beside the TraceEvent library and what its maker put into it.</summary>
public sealed class UniversalFileTests
{
    private static string File => Path.Combine(Needs.DataFolder(), "cases", "universal.nettrace");

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Samples_waits_names_and_the_process_are_those_that_its_maker_put_into_it()
    {
        MachineRows rows = MachineRows.Of(System.IO.File.ReadAllBytes(File));

        Assert.Equal(
            [("libshop.so!Hot < libshop.so!Main", 700, 700_000_000L), ("libshop.so!Warm < libshop.so!Main", 300, 300_000_000L)],
            rows.Sink.Rows<CpuSampleRow>().GroupBy(row => rows.Stack(row.StackId)).Select(static one => (one.Key, one.Count(), one.Sum(static row => row.WeightNs!.Value))));
        ThreadWaitRow[] waits = [.. rows.Sink.Rows<ThreadWaitRow>()];
        Assert.Equal(50, waits.Length);
        Assert.All(waits, row => Assert.Equal((20_000_000L, "libshop.so!Wait < libshop.so!Main"), (row.WaitNs, rows.Stack(row.StackId))));
        Assert.Equal(["shop 4711"], rows.Processes());
        // It waits from 500 ns behind the begin to the end.
        Assert.Contains(rows.Sink.Rows<ThreadLifeRow>(), static row => row is { WaitingNs: 1_000_000_000, UnknownNs: 500, RunningNs: 0 });
        Assert.Empty(rows.Sink.Losses);
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Samples_and_switches_are_those_that_TraceEvent_reads()
    {
        using TestFolder folder = new();
        string copy = folder.File("universal.nettrace");
        System.IO.File.Copy(File, copy);
        using TraceLog log = new(TraceLog.CreateFromEventPipeDataFile(copy));
        List<string> expected = [];
        foreach (TraceEvent seen in log.Events.Where(static seen => seen.ProviderName == "Universal.Events"))
            expected.Add($"{seen.EventName} {seen.ProcessID} {seen.ThreadID} {seen.TimeStampRelativeMSec:0.000000} {Names(seen.CallStack())}");

        MachineRows rows = MachineRows.Of(System.IO.File.ReadAllBytes(copy));

        Dictionary<uint, int> tids = rows.Sink.Rows<Fathom.Model.Threads.ThreadRow>().ToDictionary(static row => row.ThreadId, static row => row.Tid);
        int pid = Assert.Single(rows.Sink.Rows<ProcessRow>()).Pid;
        IEnumerable<string> samples = rows.Sink.Rows<CpuSampleRow>().Select(row => $"cpu {pid} {tids[row.ThreadId]} {row.TsNs / 1e6:0.000000} {rows.Stack(row.StackId)}");
        IEnumerable<string> switches = rows.Sink.Rows<ThreadWaitRow>().Select(row => $"cswitch {pid} {tids[row.ThreadId]} {(row.StartNs + row.WaitNs) / 1e6:0.000000} {rows.Stack(row.StackId)}");
        Assert.Equal(1_050, expected.Count);
        Assert.Equal(expected.Order(StringComparer.Ordinal), samples.Concat(switches).Select(static text => text.Replace("libshop.so!", "", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
        Assert.Equal("shop", log.Processes.First(process => process.ProcessID == pid).Name);
    }

    private static string Names(TraceCallStack? stack)
    {
        List<string> names = [];
        for (; stack is not null; stack = stack.Caller)
            names.Add(stack.CodeAddress.FullMethodName);
        return string.Join(" < ", names);
    }
}
