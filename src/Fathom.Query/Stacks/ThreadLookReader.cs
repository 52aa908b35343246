using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Threads;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Stacks;

/// <summary>Reads the newest look at threads from a recording.</summary>
internal static class ThreadLookReader
{
    /// <summary>Whether a recording holds a look at threads.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="stop">Interrupts a query.</param>
    public static bool Has(QuerySession session, int rec, CancellationToken stop) => session.Run("stacks/snapshot", stop, new QueryParameter("rec", Cell.Of(rec))).Rows.Count > 0;

    /// <summary>The newest look, with its threads, locks and stacks.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="stop">Interrupts a query.</param>
    /// <exception cref="FathomException">The recording holds no look at threads.</exception>
    public static ThreadLook Read(QuerySession session, int rec, CancellationToken stop)
    {
        QueryParameter parameter = new("rec", Cell.Of(rec));
        TableRow snapshot = TableRow.All(session.Run("stacks/snapshot", stop, parameter)).FirstOrDefault()
            ?? throw FathomException.Target($"'{session.Recordings[rec].Path}' holds no snapshot of threads.", "fathom info RECORDING shows what a recording holds");
        ILookup<(uint StackId, bool IsNative), (string Method, bool IsOwn)> frames = TableRow.All(session.Run("stacks/frames", stop, parameter))
            .ToLookup(static row => ((uint)row.Number("stack_id")!.Value, row.Text("kind") == "native"), static row => (row.Text("method")!, row.Truth("is_own")));
        return new ThreadLook
        {
            Source = snapshot.Text("source")!,
            IntervalNs = snapshot.Number("interval_ns"),
            ExpectedPauseNs = snapshot.Number("expected_pause_ns"),
            PauseNs = snapshot.Number("pause_ns"),
            Pid = snapshot.Number("pid"),
            ProcessName = snapshot.Text("name"),
            RuntimeVersion = snapshot.Text("runtime_version"),
            Pool = Pool(snapshot),
            Threads = [.. TableRow.All(session.Run("stacks/threads", stop, parameter)).Select(row => Thread(row, frames))],
            Locks = [.. TableRow.All(session.Run("stacks/locks", stop, parameter)).Select(Lock)],
            AsyncWaits = [.. TableRow.All(session.Run("stacks/async_waits", stop, parameter)).Select(Async)],
        };
    }

    private static ThreadPoolFacts? Pool(TableRow row) => row.Number("min_threads") is not { } min ? null : new ThreadPoolFacts(
        (int)min,
        (int)row.Number("max_threads")!.Value,
        (int)row.Number("goal_threads")!.Value,
        (int)row.Number("thread_count")!.Value,
        (int)row.Number("working_count")!.Value,
        row.Number("pending_count")!.Value);

    private static ThreadFacts Thread(TableRow row, ILookup<(uint StackId, bool IsNative), (string Method, bool IsOwn)> frames)
    {
        uint stack = (uint)row.Number("stack_id")!.Value;
        string? exception = row.Text("exception_type");
        string? message = row.Text("exception_message");
        return new ThreadFacts((uint)row.Number("thread_id")!.Value, (int)row.Number("tid")!.Value, row.Text("name"), row.Text("kind")!)
        {
            State = row.Text("state"),
            CpuNs = row.Number("cpu_ns"),
            IntervalCpuNs = row.Number("interval_cpu_ns"),
            IntervalReadyNs = row.Number("interval_ready_ns"),
            GlanceCount = (int)(row.Number("glance_count") ?? 0),
            GlanceSameCount = (int)(row.Number("glance_same_count") ?? 0),
            GlanceMethod = row.Text("glance_method"),
            StackId = stack,
            NativeFrames = [.. frames[(stack, true)].Select(static frame => frame.Method)],
            Frames = [.. frames[(stack, false)].Select(static frame => frame.Method)],
            AreOwn = [.. frames[(stack, false)].Select(static frame => frame.IsOwn)],
            Exception = exception is null || message is null ? exception : $"{exception}: {message}",
        };
    }

    private static LockFacts Lock(TableRow row) => new(
        (uint)row.Number("thread_id")!.Value,
        row.Text("relation") == LockRelations.Owns,
        row.Text("kind")!,
        (ulong)(row.Number("address") ?? 0),
        row.Text("type"),
        row.Truth("timed"));

    private static AsyncFacts Async(TableRow row) => new(
        row.Text("method")!, row.Text("state_machine"), (int)row.Number("await_index")!.Value, row.Text("awaits"), row.Number("count")!.Value);
}
