using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes processes and their threads.</summary>
/// <param name="sink">Gets the rows.</param>
/// <param name="table">What the kernel told of them.</param>
/// <param name="startUnixNs">Begin of the trace; null where it does not tell.</param>
/// <param name="durationNs">Its length.</param>
internal sealed class WindowsProcessRows(IRecordingSink sink, WindowsProcessTable table, long? startUnixNs, long durationNs)
{
    private readonly RowBatch<ProcessRow> _processes = new(sink);
    private readonly RowBatch<ThreadRow> _threads = new(sink);
    private readonly RowBatch<ThreadLifeRow> _lives = new(sink);

    /// <summary>Writes all of them.</summary>
    /// <param name="processes">The processes.</param>
    /// <param name="withLives">Numbers of threads whose lives are written elsewhere.</param>
    public void Write(IReadOnlyList<TracedProcess> processes, IReadOnlySet<uint> withLives)
    {
        foreach (TracedProcess process in processes)
        {
            if (IsNobody(process))
                continue;
            WindowsProcess told = table.Of(process);
            _processes.Add(new ProcessRow
            {
                ProcessId = process.Number,
                Pid = process.Pid,
                Name = sink.Ids.Text(NameOf(process)),
                CommandLine = sink.Ids.Text(process.CommandLine),
                RuntimeVersion = sink.Ids.Text(told.RuntimeVersion),
                User = sink.Ids.Text(told.User),
                StartUnixNs = startUnixNs + process.StartNs,
                ParentPid = told.ParentPid,
                HasRuntime = told.HasRuntime || process.Methods.Some(1).Count > 0 || process.Collections.All.Any(),
            });
            foreach (TracedThread thread in process.Threads)
            {
                _threads.Add(new ThreadRow(thread.Number, process.Number, (int)thread.Tid, null, sink.Ids.Text(thread.Name),
                    sink.Ids.Text("unknown")));
                if (!withLives.Contains(thread.Number))
                    WriteLife(process, thread);
            }
        }

        _processes.Flush();
        _threads.Flush();
        _lives.Flush();
    }

    // Without switches all of its time is unknown.
    private void WriteLife(TracedProcess process, TracedThread thread)
    {
        ThreadTimes times = table.TimesOf(thread);
        long from = times.StartNs ?? process.StartNs ?? 0, lifeNs = Math.Max(0, (times.EndNs ?? process.ExitNs ?? durationNs) - from);
        bool hasBegun = (times.StartNs ?? process.StartNs) is not null, hasEnded = (times.EndNs ?? process.ExitNs) is not null;
        _lives.Add(new ThreadLifeRow(thread.Number, from, lifeNs, hasBegun, hasEnded, 0, 0, 0, lifeNs));
    }

    // What is of no process has its number -1; nothing of it is worth a row where it has no events.
    private static bool IsNobody(TracedProcess process) => process is { Name: null, Threads.Count: 0 } && !process.HasEvents;

    private static string NameOf(TracedProcess process) =>
        process.Name is { Length: > 0 } name ? ProgramName.Of(name.Contains(' ', StringComparison.Ordinal) ? name.Replace(' ', '_') : name)
        : process.CommandLine is { Length: > 0 } line ? ProgramName.Of(line)
        : process.Pid == 0 ? "Idle" : "unknown";
}
