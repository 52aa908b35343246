using Fathom.Capture.Traces;
using Fathom.Model.Processes;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Query;
using Fathom.Tests.Sources.Heap;

namespace Fathom.Tests.Cli.Commands.Comparing;

/// <summary>Recordings of one program that runs known methods for known times, and throws a known number of exceptions.</summary>
internal static class ComparedTraces
{
    private const long Second = 1_000_000_000;

    /// <summary>Writes one.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="name">Its name, without the ending.</param>
    /// <param name="seconds">How long it is.</param>
    /// <param name="throws">Exceptions.</param>
    /// <param name="methods">Methods with their time; those of the shop are own code.</param>
    /// <param name="pid">Number of its process.</param>
    /// <param name="program">Name of its process.</param>
    /// <param name="time">Tells when it is made; a fixed moment by default.</param>
    /// <returns>Its path.</returns>
    public static string Write(
        TestFolder folder, string name, int seconds, int throws, (string Method, double Seconds)[] methods, int pid = 10, string program = "shop", TimeProvider? time = null)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom test") { Time = time ?? new HeapRecordings.FixedTime() });
        Interner ids = writer.Ids;
        writer.Write<TraceRow>(
        [
            Trace(1, "perf.data"), Trace(2, "nettrace"),
        ]);
        writer.Write<ProcessRow>([new ProcessRow { ProcessId = 1, Pid = pid, Name = ids.Text(program), HasRuntime = true, IsRecorded = true }]);
        writer.Write<ThreadRow>([new(1, 1, pid, null, ids.Text("worker"), ids.Text("unknown"))]);
        writer.Write<ThreadLifeRow>([new(1, 0, seconds * Second, false, false, 0, 0, 0, seconds * Second)]);
        for (int i = 0; i < methods.Length; i++)
        {
            uint number = (uint)i + 1;
            bool isOwn = methods[i].Method.StartsWith("Shop.", StringComparison.Ordinal);
            writer.Write<MethodRow>([new(number, ids.Text(methods[i].Method), ids.Text("a.dll"), ids.Text(isOwn ? "own" : "framework"))]);
            writer.Write<FrameRow>([new(number, number, ids.Text("managed"), 0)]);
            writer.Write<StackFrameRow>([new(number, 0, number, true)]);
            writer.Write<StackMethodRow>([new(number, number, true)]);
            writer.Write<CpuSampleRow>([new(number, 1, 0, number, (long)(methods[i].Seconds * Second))]);
        }

        uint stack = (uint)Array.FindIndex(methods, static method => method.Method == "Shop.Sell") + 1;
        for (int i = 0; i < throws; i++)
            writer.Write<ExceptionThrownRow>([new(i + 1, 1, 1, ids.Text("Shop.NoStock"), writer.Raw<ExceptionThrownRow>("none"), 1, stack)]);
        MethodTimes.Write(writer, writer, new SilentProgress(), CancellationToken.None);
        writer.Commit();
        return path;

        TraceRow Trace(uint number, string format) => new(
            number, ids.Text(format), ids.Text(format), 1, ids.Text("host"), default, default, ids.Text("fathom 1"), default, ids.Text("monotonic"), 0,
            seconds * Second, null, false, methods.Length, 0, 0, ids.Text("It has no switches."));
    }
}
