using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Model.Findings;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Inspection;
using Fathom.Sources.Origins;
using Fathom.Sources.RuntimeTables;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Locks;
using Fathom.Sources.Threads.Stops;

namespace Fathom.Sources.Looks;

/// <summary>Turns what one look at the threads gave into rows.</summary>
/// <param name="sink">Takes the rows.</param>
/// <param name="options">The ids that the rows get.</param>
internal sealed class StackRows(IRecordingSink sink, StackExtractorOptions options)
{
    private readonly StackNumbers _stacks = new();
    private readonly MethodOrigins _origins = new();

    /// <summary>Writes all tables of the look.</summary>
    /// <param name="reading">What was read.</param>
    /// <param name="pid">Number of the process; 0 for a dump.</param>
    /// <param name="timestamp">When the target was stopped or the dump opened, as a <see cref="Stopwatch"/> time stamp.</param>
    /// <param name="interval">How long the threads were observed; null for a dump.</param>
    /// <param name="expectedPause">Estimate made before the stop; null for a dump.</param>
    /// <param name="pause">Measured; null for a dump.</param>
    public void Write(StackReading reading, int pid, long timestamp, TimeSpan? interval, TimeSpan? expectedPause, TimeSpan? pause)
    {
        string source = pid == 0 ? "core" : "live";
        WriteThreads(reading);
        WriteLocks(reading);
        WriteStacks(reading, pid);
        WriteLosses(reading);
        if (reading.Inspection is { } inspection)
            WriteInspection(inspection, reading, source, timestamp, expectedPause, pause);
        if (reading.Pool is { } pool)
        {
            sink.Write<ThreadPoolRow>(
                [new(options.SnapshotId, pool.MinThreads, pool.MaxThreads, pool.GoalThreads, pool.ThreadCount, pool.WorkingCount, pool.PendingCount)]);
        }

        AsyncWaitRow[] waits = [.. reading.AsyncWaits.Select(entry => new AsyncWaitRow(
            options.SnapshotId, Text(entry.Key.Method), Text(entry.Key.StateMachine), entry.Key.AwaitIndex, Text(entry.Key.Awaits), entry.Value))];
        sink.Write<AsyncWaitRow>(waits);
        sink.Write<StackSnapshotRow>([new(
            options.SnapshotId,
            options.ProcessId,
            options.NsAt(timestamp),
            Text(source),
            interval is { } known ? Nanoseconds(known) : null,
            expectedPause is { } expected ? Nanoseconds(expected) : null,
            pause is { } measured ? Nanoseconds(measured) : null)]);
    }

    private static long Nanoseconds(TimeSpan time) => time.Ticks * TimeSpan.NanosecondsPerTick;

    // Thread ids are positions in the reading, from 1.
    private void WriteThreads(StackReading reading)
    {
        List<ThreadRow> threads = [];
        List<ThreadStateRow> states = [];
        foreach (ThreadReading thread in reading.Threads)
        {
            uint id = (uint)threads.Count + 1;
            threads.Add(new ThreadRow(id, options.ProcessId, thread.Tid, thread.ManagedId, Text(thread.Name), Text(thread.Kind)));
            states.Add(new ThreadStateRow(
                options.SnapshotId,
                id,
                Text(thread.Observed?.Last.StateName),
                thread.Observed?.Last.CpuNs,
                thread.Observed?.IntervalCpuNs,
                thread.Observed?.IntervalReadyNs,
                thread.Place?.Count,
                thread.Place?.SameCount,
                thread.Place?.Method.MethodId,
                _stacks.IdOf(thread.NativeFrames, thread.Frames),
                Text(thread.ExceptionType),
                Text(thread.ExceptionMessage)));
        }

        sink.Write<ThreadRow>(CollectionsMarshal.AsSpan(threads));
        sink.Write<ThreadStateRow>(CollectionsMarshal.AsSpan(states));
    }

    private void WriteInspection(HeapInspection inspection, StackReading reading, string source, long timestamp, TimeSpan? expectedPause, TimeSpan? pause)
    {
        Dictionary<int, uint> threadIds = [];
        for (int i = 0; i < reading.Threads.Count; i++)
            threadIds.TryAdd(reading.Threads[i].Tid, (uint)i + 1);
        new InspectionRows(sink, options.SnapshotId).Write(inspection, threadIds);
        new RuntimeRows(sink, options).Write(inspection.Runtime, source, timestamp, expectedPause, pause);
    }

    private void WriteLocks(StackReading reading)
    {
        List<ThreadLockRow> rows = [];
        Dictionary<int, uint> byManagedId = [], byTid = [];
        for (int i = 0; i < reading.Threads.Count; i++)
        {
            ThreadReading thread = reading.Threads[i];
            byTid.TryAdd(thread.Tid, (uint)i + 1);
            if (thread.ManagedId is { } managedId)
                byManagedId.TryAdd(managedId, (uint)i + 1);
            if (thread.Wait is { } wait)
            {
                rows.Add(new ThreadLockRow(
                    options.SnapshotId, (uint)i + 1, Text(LockRelations.Waits), Text(wait.Kind), wait.Address == 0 ? null : wait.Address, Text(wait.TypeName), 1, wait.IsTimed));
            }
        }

        foreach (OwnedLock owned in reading.Owned)
        {
            // A lock may name an owner that has ended: nobody can free it any more, and there is no thread to show.
            if (owned.Tid is { } tid ? byTid.TryGetValue(tid, out uint id) : byManagedId.TryGetValue(owned.ManagedThreadId, out id))
                rows.Add(new ThreadLockRow(options.SnapshotId, id, Text(LockRelations.Owns), Text(owned.Kind), owned.Address, Text(owned.TypeName), owned.Count, false));
        }

        sink.Write<ThreadLockRow>(CollectionsMarshal.AsSpan(rows));
    }

    private void WriteStacks(StackReading reading, int pid)
    {
        // Frames are compared by method, so there is one frame for each method.
        MethodRow[] methods = [.. reading.Methods.Methods.Select(method => new MethodRow(
            method.MethodId, Text(method.Name), Text(method.Module), Text(_origins.Of(method.IsNative ? "native" : "managed", method.Path, pid))))];
        FrameRow[] frames = [.. reading.Methods.Methods.Select(method => new FrameRow(method.MethodId, method.MethodId, Text(method.IsNative ? "native" : "managed"), null))];
        sink.Write<MethodRow>(methods);
        sink.Write<FrameRow>(frames);
        List<StackFrameRow> rows = [];
        List<StackMethodRow> distinct = [];
        foreach ((uint stack, uint[] methodIds) in _stacks.All)
        {
            rows.AddRange(methodIds.Select((method, depth) => new StackFrameRow(stack, depth, method)));
            distinct.AddRange(methodIds.Distinct().Select(method => new StackMethodRow(stack, method)));
        }

        sink.Write<StackFrameRow>(CollectionsMarshal.AsSpan(rows));
        sink.Write<StackMethodRow>(CollectionsMarshal.AsSpan(distinct));
    }

    private void WriteLosses(StackReading reading)
    {
        foreach (int tid in reading.CutStacks)
            sink.Lost(new LossRow(Text("stacks"), Text($"thread {tid}"), 0, 0, 0, 0, Text($"more than {StackLimit.MaxFrames} frames")));
        if (reading.UnreadableAsyncCount > 0)
            sink.Lost(new LossRow(Text("stacks"), Text("async calls"), 0, 0, reading.UnreadableAsyncCount, 0, Text("memory cannot be read")));
        if (reading.UnreadThreadCount > 0)
            sink.Lost(new LossRow(Text("stacks"), Text("threads"), 0, 0, reading.UnreadThreadCount, 0, Text("registers cannot be read")));
        if (reading.UnmatchedThreadCount > 0)
            sink.Lost(new LossRow(Text("stacks"), Text(LookParts.Threads), 0, 0, reading.UnmatchedThreadCount, 0, Text(LookParts.Unmatched)));
        foreach (string part in reading.Unfinished)
            sink.Lost(new LossRow(Text("stacks"), Text(part), 0, 0, 0, 0, Text(reading.IsCollecting ? LookParts.Collecting : LookParts.Unfinished)));
        foreach (HeapLoss loss in reading.HeapLosses.All)
            sink.Lost(new LossRow(Text("stacks"), Text($"heap segment {loss.SegmentId}"), loss.Range.Start, loss.Range.End, 0, loss.Bytes, Text(loss.Reason)));
    }

    private TextId Text(string? text) => sink.Ids.Text(text);
}
