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
    /// <summary>The tables that it writes.</summary>
    public static IReadOnlyList<string> Tables { get; } = [MethodCpuRow.Schema.Name, MethodWaitRow.Schema.Name];

    /// <summary>Adds up what a recording holds so far; nothing where it has neither samples nor waits.</summary>
    /// <param name="writer">The recording.</param>
    /// <param name="sink">Gets the rows, the recording as a rule; of a <see cref="PassingTimes"/> that all rows came through nothing need be read back.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Cancels it.</param>
    public static void Write(RecordingWriter writer, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        if (!writer.Holds<CpuSampleRow>() && !writer.Holds<ThreadWaitRow>())
            return;
        progress.Report(new Progress("adding up by method", 0, 0));
        StageMemory.GiveBack();
        if (sink is PassingTimes { IsWhole: true } passed)
        {
            AddUp(passed, sink);
            return;
        }

        using WrittenTimes written = new(writer, stop);
        AddUp(written, sink);
    }

    private static void AddUp(IStackTimes times, IRecordingSink sink)
    {
        StackMethods stacks = times.Methods();
        RowBatch<MethodCpuRow> cpuRows = new(sink);
        MethodCpuTimes cpu = new(stacks, rows => Add(cpuRows, rows));
        times.Samples(samples => cpu.Add(samples.ProcessId, samples.StackId, samples.WeightNs, samples.SampleCount));
        cpu.End();
        cpuRows.Flush();
        RowBatch<MethodWaitRow> waitRows = new(sink);
        MethodWaitTimes waits = new(stacks, rows => Add(waitRows, rows));
        times.Waits(wait => waits.Add(wait));
        waits.End();
        waitRows.Flush();
    }

    private static void Add<T>(RowBatch<T> batch, IEnumerable<T> rows)
        where T : unmanaged, IRow<T>
    {
        foreach (T row in rows)
            batch.Add(in row);
    }
}
