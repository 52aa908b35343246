using Fathom.Formats.MachineLog;
using Fathom.Model.Machine;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Sources.Traces.Joined;
using Fathom.Sources.Traces.Rows;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.MachineLog;

/// <summary>A log of a machine beside traces of the same time.</summary>
public sealed class JoinedMachineLogTests : IDisposable
{
    private const int Recorder = 999_999;

    private static readonly string s_events = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "NetTrace", "data", "events.nettrace");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void It_has_the_clock_and_the_processes_of_the_traces_and_not_the_recorder()
    {
        CollectingSink plain = new();
        JoinedTraceExtractor traces = new(null, [s_events]);
        traces.Run(plain, new SilentProgress(), TestContext.Current.CancellationToken);
        ProcessRow known = plain.Rows<ProcessRow>()[0];
        long start = traces.StartNs!.Value;
        string path = _folder.File("machine.log");
        using (MachineLogWriter log = new(File.Create(path)))
        {
            log.Begin(start);
            log.Write(new LoggedProcess(1, start + 10, known.Pid, "same", null, null));
            log.Write(new LoggedProcess(2, start + 10, Recorder, "fathom", null, null));
            log.Write(new LoggedProcess(3, start + 10, 888_888, "other", "other --x", 5));
            log.Write(new LoggedFact(start + 20, "start", "storage", "vda", "scheduler", "setting", "none", null));
            log.BeginRound();
            log.Add(1, 100);
            log.Add(2, 200);
            log.Add(3, 300);
            log.EndRound(start + 10);
            log.Write(new LoggedMemory(2, start + 10, 7, 7));
            log.Write(new LoggedFact(start + 30, "stop", "storage", "vda", "scheduler", "setting", "bfq", null));
            log.End(start + 40);
        }

        (CollectingSink sink, JoinedTraceExtractor joined) = Join(path);

        Assert.Equal(["the machine changed during the recording: storage scheduler of vda was none and is bfq"], joined.Remarks);
        uint other = sink.Rows<ProcessRow>().Single(static row => row.Pid == 888_888).ProcessId;
        Assert.Equal([(known.ProcessId, 10L, 100.0), (other, 10L, 300.0)], sink.Rows<MemorySampleRow>().Select(static row => (row.ProcessId, row.TsNs, row.Value)));
        Assert.Equal([20L, 30L], sink.Rows<MachineFactRow>().Select(static row => row.TsNs!.Value));
        Assert.DoesNotContain(sink.Rows<ProcessRow>(), static row => row.Pid == Recorder);
        Assert.Equal(plain.Rows<ProcessRow>().Count + 1, sink.Rows<ProcessRow>().Count);
        Assert.Equal(plain.Losses.Count, sink.Losses.Count);
    }

    [Fact]
    public void A_log_that_is_none_costs_the_traces_nothing()
    {
        string path = _folder.File("machine.log");
        File.WriteAllText(path, "hello\n");

        (CollectingSink sink, JoinedTraceExtractor joined) = Join(path);

        Assert.Equal([$"the state of the machine is not known: '{path}' is not a log of a machine: its first line does not say so."], joined.Remarks);
        Assert.Contains(sink.Losses, loss => sink.Text(loss.Reason) == "its log cannot be read");
        Assert.NotEmpty(sink.Rows<ProcessRow>());
    }

    private static (CollectingSink Sink, JoinedTraceExtractor Extractor) Join(string log)
    {
        CollectingSink sink = new();
        JoinedTraceExtractor extractor = new(null, [s_events], new TraceOptions { LeftOutProcess = Recorder }) { MachineLog = log };
        extractor.Run(sink, new SilentProgress(), TestContext.Current.CancellationToken);
        return (sink, extractor);
    }
}
