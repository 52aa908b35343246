using Fathom.Capture.Traces;
using Fathom.Model.Catalog;
using Fathom.Model.Machine;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>Small recordings of traces.</summary>
internal static class TraceRecordings
{
    private const string PerfCommand = "/usr/bin/perf record -a -g -k CLOCK_MONOTONIC -e cpu-clock/freq=999/ -e sched:sched_switch -e sched:sched_waking -- sleep 10";

    /// <summary>Of perf and of a .NET program, with data for every verb.</summary>
    public static RecordingReader Joined(TestFolder folder, string name) => Record(folder, name, [], static (writer, ids) =>
    {
        writer.Write<TraceRow>([Perf(ids, "perf.data", null), Events(ids)]);
        writer.Write<TraceNamingRow>([new(1, ids.Text("kernel"), 10_000, 9_999), new(1, ids.Text("managed"), 20, 20), new(2, ids.Text("managed"), 3, 2)]);
        writer.Write<TraceEventRow>([new(1, ids.Text("cpu-clock"), 5, 50, 400, 0), new(2, ids.Text("Shop/Sold"), 1, 0, 0, 10)]);
        WriteThreads(writer, ids);
        writer.Write<CpuSampleRow>([new(1, 1, 0, 1, 1_000_000), new(2, 1, 0, 0, 1_000_000)]);
        writer.Write<ThreadWaitRow>([new(2, 0, 10, 2, ids.Text("sleeping"), 2, 11, 0, 202, false, false, false, false)]);
        writer.Write<GcRow>([new(1, 1, 0, ids.Text("blocking"), ids.Text("small objects"), 10, 4, 5, 2, 1000, 1, 2, 3, 4, 990, 500)]);
        writer.Write<ExceptionThrownRow>([new(1, 1, 1, ids.Text("E"), writer.Raw<ExceptionThrownRow>("b"), 1, 1)]);
        writer.Lost(new LossRow(ids.Text("perf.data"), TextId.None, 0, 0, 4, 0, ids.Text("records that the kernel lost because a buffer was full")));
    });

    /// <summary>Of perf, without switches, and with the samples left out.</summary>
    public static RecordingReader OfPerf(TestFolder folder, string name) => Record(folder, name, [(TraceFacts.LeftOutLabel, "cpu_sample,event,thread_sample")], static (writer, ids) =>
    {
        writer.Write<TraceRow>([Perf(ids, "short.data", "The recording has no 'sched:sched_switch', so waits cannot be determined.") with
        {
            WholeMachine = false,
            LostCount = 0,
            Machine = default,
            Kernel = default,
            StartUnixNs = null,
            Clock = ids.Text("unknown"),
        }]);
        writer.Write<TraceEventRow>([new(1, ids.Text("cpu-clock"), 5, 50, 400, 0)]);
        WriteThreads(writer, ids);
    });

    /// <summary>Of perf: a .NET program that was seen on a processor, one that was seen to wait, and another program.</summary>
    public static RecordingReader OfPrograms(TestFolder folder, string name) => Record(folder, name, [], static (writer, ids) =>
    {
        writer.Write<TraceRow>([Perf(ids, "perf.data", null)]);
        WriteThreads(writer, ids);
        writer.Write<CpuSampleRow>([new(1, 1, 0, 1, 1_000_000), new(2, 3, 0, 3, 1_000_000)]);
        writer.Write<ThreadWaitRow>([new(2, 0, 10, 2, ids.Text("sleeping"), 1, 11, 0, 202, false, false, false, false)]);
    });

    /// <summary>Of perf, with losses of each kind: with a share, in times of threads, of what has no share, and of what no table is told.</summary>
    public static RecordingReader WithLosses(TestFolder folder, string name, bool hasProgram) => Record(folder, name, [], (writer, ids) =>
    {
        writer.Write<TraceRow>([Perf(ids, "perf.data", null)]);
        WriteThreads(writer, ids);
        if (hasProgram)
            writer.Write<RecorderSourceRow>([new(ids.Text("perf.data"), ids.Text("kernel"), null, 0, 100, 1), new(ids.Text("30.nettrace"), ids.Text("runtime"), 30, 0, 100, 1)]);
        Lose("cpu 0", 0, 9, 2, "samples", LossTables.Samples, 500);
        Lose("cpu 1", 9, 18, 3, "samples", LossTables.Samples, 500);
        Lose("cpu 1", 18, 27, 1, "samples", LossTables.Samples, 500);
        Lose("cpu 1", 5, 6, 0, "switches", LossTables.States, null);
        Lose("cpu 1", 6, 7, 0, "switches", LossTables.States, null);
        Lose("a.nettrace", 0, 0, 1, "no file", LossTables.RuntimeEvents, null);
        Lose("", 0, 0, 7, "anything", "", null);

        void Lose(string scope, ulong from, ulong to, long count, string reason, string tables, long? outOf) => writer.Lost(new LossRow(
            ids.Text("x"), ids.Text(scope), from, to, count, 0, ids.Text(reason), tables.Length == 0 ? TextId.None : ids.Text(tables), outOf));
    });

    private static TraceRow Perf(Interner ids, string file, string? noWaits) => new(
        1, ids.Text("perf.data"), ids.Text(file), 1_000, ids.Text("host"), ids.Text("6.1.0"), ids.Text("x86_64"), ids.Text("perf 6.1.4"), ids.Text(PerfCommand), ids.Text("monotonic"), 5,
        10_000_000_000, 1_700_000_000_123_456_789, true, 9, 4, 2, ids.Text(noWaits));

    private static TraceRow Events(Interner ids) => new(
        2, ids.Text("nettrace"), ids.Text("app.nettrace"), 500, default, default, default, ids.Text("EventPipe, version 4 of the format"), default, ids.Text("monotonic"), 7,
        9_000_000_000, 1_700_000_000_200_000_000, false, 20, 0, 0, ids.Text("it has events of .NET programs, but not when their threads had a processor."));

    // Thread 1 of process 1 and thread 3 of process 3 are the first ones of theirs.
    private static void WriteThreads(RecordingWriter writer, Interner ids)
    {
        writer.Write<ProcessRow>(
        [
            new ProcessRow { ProcessId = 1, Pid = 10, Name = ids.Text("shop") },
            new ProcessRow { ProcessId = 2, Pid = 20, Name = ids.Text("stock") },
            new ProcessRow { ProcessId = 3, Pid = 30, Name = ids.Text("bash") },
        ]);
        writer.Write<ThreadRow>([
            new(1, 1, 10, null, default, ids.Text("unknown")),
            new(2, 2, 21, null, default, ids.Text("unknown")),
            new(3, 3, 30, null, default, ids.Text("unknown")),
            new(4, 3, 31, null, default, ids.Text("unknown")),
        ]);
        writer.Write<ThreadLifeRow>([
            new(1, 5, 95, true, false, 60, 5, 30, 0),
            new(2, 0, 100, true, true, 0, 0, 0, 100),
            new(3, 0, 40, false, true, 40, 0, 0, 0),
            new(4, 2, 88, true, true, 20, 1, 60, 7),
        ]);
        writer.Write<MethodRow>([new(1, ids.Text("libcoreclr.so!?"), ids.Text("libcoreclr.so")), new(2, ids.Text("main"), ids.Text("bash"))]);
        writer.Write<FrameRow>([new(1, 1, ids.Text("native"), 4), new(2, 2, ids.Text("native"), 8)]);
        writer.Write<StackFrameRow>([new(1, 0, 1), new(3, 0, 2)]);
        writer.Write<StackMethodRow>([new(1, 1), new(3, 2)]);
    }

    private static RecordingReader Record(TestFolder folder, string name, (string Key, string Value)[] labels, Action<RecordingWriter, Interner> write)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions($"fathom extract --save {name}.fathom")
        {
            Labels = labels.ToDictionary(static label => label.Key, static label => label.Value),
            Time = new HeapRecordings.FixedTime(),
            ToolVersion = "1.2.3",
        });
        writer.Describe(static manifest => manifest with { Machine = new ManifestMachine("host", "Linux", "6.1", "X64", 2, 1 << 30) });
        write(writer, writer.Ids);
        MethodTimes.Write(writer, writer, new SilentProgress(), TestContext.Current.CancellationToken);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
