using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Storage.Recordings;
using Fathom.Storage.Stacks;

namespace Fathom.Capture.Traces;

/// <summary>
/// Adds samples and waits of a whole trace up by method, once: most questions are about these sums, and take milliseconds then however long the trace is.
/// </summary>
internal static class MethodTimes
{
    private const int BatchRows = 4096;

    /// <summary>The tables that it writes.</summary>
    public static IReadOnlyList<string> Tables { get; } = [MethodCpuRow.Schema.Name, MethodWaitRow.Schema.Name];

    /// <summary>Adds up what a recording holds so far; nothing where it has neither samples nor waits.</summary>
    /// <param name="writer">The recording.</param>
    /// <param name="sink">Gets the rows, the recording as a rule.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancels it.</param>
    public static void Write(RecordingWriter writer, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        if (!writer.Holds<CpuSampleRow>() && !writer.Holds<ThreadWaitRow>())
            return;
        progress.Report(new Progress("adding up by method", 0, 0));
        using WrittenTimes times = new(writer, stop);
        StackMethods stacks = times.Methods();
        MethodCpuTimes cpu = new(stacks);
        times.Samples(samples => cpu.Add(samples.ProcessId, samples.StackId, samples.WeightNs, samples.SampleCount));
        Write(sink, cpu.Rows());
        MethodWaitTimes waits = new(stacks);
        times.Waits(wait => waits.Add(wait));
        Write(sink, waits.Rows());
    }

    private static void Write<T>(IRecordingSink sink, IEnumerable<T> rows)
        where T : unmanaged, IRow<T>
    {
        if (!sink.Keeps<T>())
            return;
        foreach (T[] some in rows.Chunk(BatchRows))
            sink.Write<T>(some);
    }
}
