using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Model;
using Fathom.Model.Findings;
using Fathom.Model.Recording;
using Fathom.Model.Threads;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Async;
using Fathom.Sources.Threads.Intervals;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Stops;
using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Looks;

/// <summary>
/// Looks at the threads of a running process without a runtime that could be asked, such as a NativeAOT program: their native functions, by symbols and call
/// frame information. The thread that runs this stops the process, takes registers and stacks, and lets it go; all else follows while the process runs.
/// </summary>
/// <param name="processId">Number of the target (pid).</param>
/// <param name="state">What it is.</param>
/// <param name="options">How it is looked at.</param>
internal sealed class NativeStackExtractor(int processId, ProcessState state, StackExtractorOptions options) : IExtractor
{
    private const int MaxStackBytes = 256 * 1024;
    private const int MaxAllStackBytes = 64 * 1024 * 1024;

    private static readonly TimeSpan s_stopLimit = TimeSpan.FromSeconds(5);

    // Registers, and a copy of a stack at the speed of memory that lies in no cache.
    private static readonly TimeSpan s_perThread = TimeSpan.FromMilliseconds(0.1);

    private readonly StackExtractorOptions _options = options.Begun();

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        if (RuntimeInformation.ProcessArchitecture != Architecture.X64)
            throw FathomException.NotPossible("Native stacks are followed on x64 only.", $"fathom memory {processId} and fathom watch {processId} work here");
        progress.Report(new Progress("reading the process", 0, 0));
        new TargetAccess(new ProcessScanner()).Check(processId);
        _options.Noted?.Invoke(state == ProcessState.NativeAot
            ? "This is a NativeAOT program: its stacks show native functions; locks, async calls and the thread pool are not known."
            : "This is not a .NET process, so its stacks are native functions only.");
        progress.Report(new Progress("watching the threads", 0, 0));
        using TaskReader tasks = new("/proc", processId);
        IntervalObserver observer = new(tasks, null);
        List<IntervalThread> observed = observer.Run(_options.Interval, stop);
        TimeSpan expected = PauseEstimate.Of(processId, new HeapRehearsal(0, s_perThread * observed.Count, 1));
        _options.PauseExpected?.Invoke(expected);
        PauseLimit.Check(processId, expected, _options.MaxPause);
        using LiveMemory memory = new(processId);
        memory.LookAtImages();
        progress.Report(new Progress("reading the threads; the process is stopped", 0, 0));
        HeldStacks held = Hold(memory, stop);
        StackReading reading = Reading(held, observed);
        progress.Report(new Progress("naming the functions", 0, 0));
        long cutCount = NativeFrames.Fill(reading, LiveMappings.Read(processId), memory, $"/proc/{processId}/root", _options.Noted, stop, StackLimit.MaxFrames);
        if (cutCount > 0)
            _options.Noted?.Invoke(string.Create(
                CultureInfo.InvariantCulture,
                $"The stacks of {cutCount:#,##0} of {reading.Threads.Count:#,##0} threads end before their outermost function, because call frame information is missing."));
        progress.Report(new Progress("writing the snapshot", 0, 0));
        new StackRows(sink, _options).Write(reading, processId, held.Timestamp, observer.Interval, expected, held.Pause);
    }

    private HeldStacks Hold(LiveMemory memory, CancellationToken stop)
    {
        Dictionary<int, NativeStart?> starts = [];
        LookLimit limit;
        ProcessStop held = ProcessStop.Begin(processId, s_stopLimit);
        try
        {
            using CancellationTokenSource due = CancellationTokenSource.CreateLinkedTokenSource(stop);
            due.CancelAfter(PauseLimit.Of(_options.MaxPause));
            limit = new LookLimit(stop, due.Token);
            IReadOnlyList<int> threads = [.. ProcessThreads.Of(processId)];
            int most = Math.Clamp(MaxAllStackBytes / Math.Max(1, threads.Count), NativeStart.MaxStackBytes, MaxStackBytes);
            limit.Do(LookParts.Threads, ends =>
            {
                foreach (int tid in threads)
                {
                    ends.ThrowIfCancellationRequested();
                    starts[tid] = NativeStarts.TryTake(memory, ThreadRegisters.TryRead(tid, out ThreadRegisters registers) ? registers : null, most);
                }
            });
        }
        finally
        {
            held.Dispose();
        }

        return new HeldStacks(starts, limit.Unfinished, held.StartTimestamp, Stopwatch.GetElapsedTime(held.StartTimestamp, held.EndTimestamp));
    }

    private static StackReading Reading(HeldStacks held, List<IntervalThread> observed)
    {
        Dictionary<int, IntervalThread> seen = observed.ToDictionary(static thread => thread.Last.Tid);
        return new StackReading
        {
            Threads = [.. held.Starts.OrderBy(static entry => entry.Key).Select(entry => new ThreadReading
            {
                Tid = entry.Key,
                Kind = ThreadKinds.Native,
                Name = seen.TryGetValue(entry.Key, out IntervalThread? thread) && thread.Last.Name.Length > 0 ? thread.Last.Name : null,
                Observed = thread,
                NativeStart = entry.Value,
            })],
            Methods = new MethodBook(),
            Owned = [],
            Pool = null,
            AsyncWaits = new Dictionary<AsyncWait, long>(),
            UnreadableAsyncCount = 0,
            CutStacks = [],
            UnreadThreadCount = held.Starts.Values.Count(static start => start is null),
            HeapLosses = new HeapLosses(),
            Unfinished = held.Unfinished,
            Inspection = null,
        };
    }

    private sealed record HeldStacks(Dictionary<int, NativeStart?> Starts, IReadOnlyList<string> Unfinished, long Timestamp, TimeSpan Pause);
}
