using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Writes processes, their threads and their collections.</summary>
/// <param name="sink">Gets the rows.</param>
/// <param name="startNs">Start of the trace.</param>
/// <param name="durationNs">Its length.</param>
internal sealed class ProcessRows(IRecordingSink sink, long startNs, long durationNs)
{
    private readonly RowBatch<ProcessRow> _processes = new(sink);
    private readonly RowBatch<ThreadRow> _threads = new(sink);
    private readonly RowBatch<ThreadLifeRow> _lives = new(sink);
    private readonly RowBatch<GcRow> _collections = new(sink);

    /// <summary>Writes all of them.</summary>
    public void Write(IEnumerable<TracedProcess> processes)
    {
        foreach (TracedProcess process in processes)
        {
            if (process.IsNew && !IsNobody(process))
            {
                _processes.Add(new ProcessRow
                {
                    ProcessId = process.Number,
                    Pid = process.Pid,
                    Name = sink.Ids.Text(process.CommandLine is { } line ? ProgramName.Of(line) : process.Name is { Length: > 0 } name ? name : "unknown"),
                    CommandLine = sink.Ids.Text(process.CommandLine),
                    HasRuntime = process.Code is null ? true : null,
                });
            }

            foreach (TracedThread thread in process.Threads.Where(static thread => thread.IsNew))
                Write(process, thread);
            foreach (TracedGc gc in process.Collections.All)
                Write(process, gc);
        }

        _processes.Flush();
        _threads.Flush();
        _lives.Flush();
        _collections.Flush();
    }

    /// <summary>Writes their collections alone.</summary>
    public void WriteCollections(IEnumerable<TracedProcess> processes)
    {
        foreach (TracedProcess process in processes)
        {
            foreach (TracedGc gc in process.Collections.All)
                Write(process, gc);
        }

        _collections.Flush();
    }

    // Facts about the machine are of no process.
    private static bool IsNobody(TracedProcess process) => process is { Pid: 0, Name: null, Threads.Count: 0, Code: null } && !process.HasEvents;

    // The runtime's events tell neither when a thread began and ended nor when it had a processor. Those of a machine-wide recorder tell the latter, and
    // when processes began and ended.
    private void Write(TracedProcess process, TracedThread thread)
    {
        long from = process.StartNs ?? startNs, lifeNs = Math.Max(0, (process.ExitNs ?? startNs + durationNs) - from);
        long running = thread.Switches?.RunningNs ?? 0, waiting = thread.Switches?.WaitingNs ?? 0;
        _threads.Add(new ThreadRow(thread.Number, process.Number, (int)thread.Tid, null, sink.Ids.Text(thread.Name), sink.Ids.Text("unknown")));
        _lives.Add(new ThreadLifeRow(
            thread.Number, from, lifeNs, process.StartNs is not null, process.ExitNs is not null, running, 0, waiting, Math.Max(0, lifeNs - running - waiting)));
    }

    private void Write(TracedProcess process, TracedGc gc) => _collections.Add(new GcRow(
        process.Number,
        gc.Start.Number,
        gc.Start.Generation,
        sink.Ids.Text(GcWords.Of(gc.Start.Kind)),
        sink.Ids.Text(GcWords.Of(gc.Start.Reason)),
        gc.StartNs,
        gc.EndNs - gc.StartNs,
        gc.PauseNs,
        gc.SuspendNs,
        gc.Heap?.TotalBytes,
        gc.Heap?.Gen0Bytes,
        gc.Heap?.Gen1Bytes,
        gc.Heap?.Gen2Bytes,
        gc.Heap?.LargeObjectBytes,
        gc.Heap?.PinnedObjectBytes,
        gc.Heap?.PromotedBytes));
}
