using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Findings;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Inspection;
using Fathom.Sources.Machine.Resources;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Intervals;
using Fathom.Sources.Threads.Objects;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Stops;
using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Looks;

/// <summary>
/// Looks at all threads of a running process: first a short time of watching while it runs, then one stop in which stacks, locks and roots are read and the
/// heap is copied. All else is asked of the copy when the process runs again; where the heap is too large for that, it is asked in the stop.
/// </summary>
/// <param name="processId">Number of the target (pid).</param>
/// <param name="options">How it is looked at.</param>
public sealed class LiveStackExtractor(int processId, StackExtractorOptions options) : IExtractor
{
    // Of the longest pause, the rest is for letting the threads go.
    private const double ShareOfWork = 0.85;

    // How often memory is made ready for a copy of a heap that grows meanwhile.
    private const int MaxCopies = 2;

    private static readonly TimeSpan s_rehearsalLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_afterwardsLimit = TimeSpan.FromMinutes(10);

    private readonly StackExtractorOptions _options = options.Begun();

    /// <summary>Makes memory ready for a heap of a number of bytes; null to read the heap in the stop. Tests give too little.</summary>
    internal Func<ITargetMemory, long, HeapCopy?> PrepareCopy { get; init; } =
        static (memory, bytes) => HeapCopy.Prepare(memory, bytes, AvailableMemory.Read());

    private FinalizerInterval _finalizer;
    private HeapRehearsal? _walk;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the process", 0, 0));
        using TargetSession session = TargetSession.Open(processId, _options.Dac);
        if (session.Note is { } note)
            _options.Noted?.Invoke(note);
        StackPlan plan = session.InvokeRunning(target => Learn(target, mayCopy: true), s_rehearsalLimit, stop).GetAwaiter().GetResult();
        progress.Report(new Progress("watching the threads", 0, 0));
        TimeSpan interval = default;
        List<IntervalThread> observed = session.InvokeRunning(target => Observe(target, out interval), _options.Interval + s_rehearsalLimit, stop).GetAwaiter().GetResult();
        TimeSpan expected;
        StopOutcome look;
        long timestamp;
        for (int copies = 0; ; copies++)
        {
            expected = Rehearse(session, plan, observed.Count, stop);
            _options.PauseExpected?.Invoke(expected);
            progress.Report(new Progress("reading the threads; the process is stopped", 0, 0));
            StackPlan said = plan;
            (look, timestamp) = SettledStop.Read(session, (target, _) => Read(target, said, observed), PauseLimit.Of(null), stop);
            if (!look.HasOutgrownCopy)
                break;

            // To read the heap in this stop would make it longer than was said: a larger copy is made ready, or a longer stop is said.
            plan.Copy?.Dispose();
            bool mayCopy = copies + 1 < MaxCopies;
            plan = session.InvokeRunning(target => Learn(target, mayCopy), s_rehearsalLimit, stop).GetAwaiter().GetResult();
        }

        using HeapCopy? copy = plan.Copy;
        TimeSpan pause = session.LastPause;
        progress.Report(new Progress("judging what was read", 0, 0));
        StackReading reading = look.Reading ?? session.InvokeAfterwards(copy, target => Complete(target, look, plan, observed), s_afterwardsLimit, stop).GetAwaiter().GetResult();
        session.InvokeRunning(target => NameNative(target, reading), s_afterwardsLimit, stop).GetAwaiter().GetResult();
        progress.Report(new Progress("writing the snapshot", 0, 0));
        new StackRows(sink, _options).Write(reading, processId, timestamp, interval, expected, pause);
    }

    private StackPlan Learn(LiveTarget target, bool mayCopy)
    {
        _walk = HeapRehearsal.TryRun(target, out TypeCatalog catalog, new ThreadObjectQuestion());
        StackPlan plan = new(catalog, new CoreTypes()) { Descriptor = RuntimeDescriptor.Read(target.Runtime, target.Memory) };
        if (mayCopy && _walk is { } walk)
            plan = plan with { Copy = PrepareCopy(target.Memory, walk.AllocatedBytes) };
        try
        {
            plan.Types.Learn(target.Runtime);
            return _options.InspectsHeap ? plan with { Roots = RootReader.Prepare(target.Runtime, target.Memory, target.Due) } : plan;
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            // The running target may show anything. What was not learned now is asked in the stop.
            return plan with { Types = new CoreTypes() };
        }
    }

    // The first one loads and compiles, the second one shows the time.
    private TimeSpan Rehearse(TargetSession session, StackPlan plan, int threadCount, CancellationToken stop)
    {
        session.InvokeRunning(target => StopRehearsal.TryRun(target, plan, 1) is not null, s_rehearsalLimit, stop).GetAwaiter().GetResult();
        double pace = ReadingPace.Of(processId).Work;
        StopTimes? times = session.InvokeRunning(target => StopRehearsal.TryRun(target, plan, pace), s_rehearsalLimit, stop).GetAwaiter().GetResult();
        if (plan.Copy is not null)
            return StackPause.Of(processId, threadCount, times, null);
        TimeSpan inspection = _options.InspectsHeap
            ? session.InvokeRunning(target => InspectionRehearsal.TryRun(target, plan.Catalog) ?? TimeSpan.Zero, s_rehearsalLimit, stop).GetAwaiter().GetResult()
            : TimeSpan.Zero;

        // The look into the objects is rehearsed with the walk that it is a part of, which then is not to be counted twice.
        TimeSpan expected = StackPause.Of(processId, threadCount, times, inspection == TimeSpan.Zero ? _walk : null, inspection);

        // What is not read when the longest pause is over is left out, walks after the first one too.
        return _options.MaxPause is { } most && expected > most ? most : expected;
    }

    private StopOutcome? Read(LiveTarget target, StackPlan plan, List<IntervalThread> observed)
    {
        using CancellationTokenSource ends = CancellationTokenSource.CreateLinkedTokenSource(target.Due);
        if (_options.MaxPause is { } longest)
        {
            TimeSpan left = (longest * ShareOfWork) - Stopwatch.GetElapsedTime(target.StopTimestamp);
            if (left > TimeSpan.Zero)
                ends.CancelAfter(left);
            else
                ends.Cancel();
        }

        LookLimit limit = new(target.Due, ends.Token);
        StackStop? held = StackStop.Read(
            target.Runtime, target.Memory, plan, ProcessThreads.Of(processId), static tid => ThreadRegisters.TryRead(tid, out ThreadRegisters registers) ? registers : null, limit);
        if (held is null)
            return null;
        if (held.IsCopied)
            return new StopOutcome(held, limit, null);
        if (plan.Copy is not null && !limit.IsUnfinished(LookParts.Objects))
            return new StopOutcome(held, limit, null) { HasOutgrownCopy = true };
        HeapInspection? inspection = Inspection(target);
        return new StopOutcome(held, limit, StackReading.Of(target.Runtime, target.Memory, held, plan, observed, inspection, limit));
    }

    private StackReading Complete(LiveTarget target, StopOutcome look, StackPlan plan, List<IntervalThread> observed) =>
        StackReading.Of(target.Runtime, target.Memory, look.Held, plan, observed, Inspection(target), look.Limit.Afterwards(target.Due));

    private bool NameNative(LiveTarget target, StackReading reading)
    {
        NativeFrames.Fill(reading, LiveMappings.Read(processId), target.Memory, $"/proc/{processId}/root", _options.Noted, target.Due);
        try
        {
            reading.Inspection?.ReadModules(target.Runtime, target.Due);
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            // It runs, and may have loaded or unloaded some meanwhile.
            reading.Miss(LookParts.Modules);
        }

        return true;
    }

    private HeapInspection? Inspection(LiveTarget target) =>
        _options.InspectsHeap ? new HeapInspection(target.Runtime, target.Memory, target.Due) { Finalizer = _finalizer } : null;

    private List<IntervalThread> Observe(LiveTarget target, out TimeSpan interval)
    {
        using TaskReader tasks = new("/proc", processId);
        using GlanceTaker glances = new(target.Memory);
        FinalizerGlances? finalizer = _options.InspectsHeap ? FinalizerGlances.Begin(target, glances) : null;
        IntervalObserver observer = new(tasks, glances);
        List<IntervalThread> observed = observer.Run(_options.Interval, target.Due);
        interval = observer.Interval;
        _finalizer = finalizer?.End(glances) ?? default;
        return observed;
    }
}
