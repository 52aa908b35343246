using System.Diagnostics;
using Fathom.Model.Recording;
using Fathom.Sources.Heap;
using Fathom.Sources.Inspection;
using Fathom.Sources.Target;
using Fathom.Sources.Unwinding;

namespace Fathom.Sources.Stacks;

/// <summary>
/// Looks at all threads of a running process: first a short time of watching while it runs, then one stop in which stacks, locks, the pool and suspended
/// async calls are read. The process runs on afterwards in every case.
/// </summary>
/// <param name="processId">The target.</param>
/// <param name="options">How it is looked at.</param>
public sealed class LiveStackExtractor(int processId, StackExtractorOptions options) : IExtractor
{
    private static readonly TimeSpan s_rehearsalLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan s_namingLimit = TimeSpan.FromSeconds(60);

    private readonly StackExtractorOptions _options = options with { RecordingStart = options.RecordingStart == 0 ? Stopwatch.GetTimestamp() : options.RecordingStart };

    private FinalizerWatch _finalizer;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("looking at the process", 0, 0));
        using TargetSession session = TargetSession.Open(processId, _options.Dac);
        if (session.Note is { } note)
            _options.Noted?.Invoke(note);
        TypeCatalog? catalog = null;
        HeapRehearsal? rehearsal = session.InvokeRunning(target => HeapRehearsal.TryRun(target, out catalog, new FindExtra()), s_rehearsalLimit, stop).GetAwaiter().GetResult();
        TimeSpan inspection = _options.InspectsHeap
            ? session.InvokeRunning(target => InspectionRehearsal.TryRun(target, catalog!) ?? TimeSpan.Zero, s_rehearsalLimit, stop).GetAwaiter().GetResult()
            : TimeSpan.Zero;
        progress.Report(new Progress("watching the threads", 0, 0));
        TimeSpan interval = default;
        List<WatchedThread> watched = session.InvokeRunning(target => Watch(target, out interval), _options.Interval + s_rehearsalLimit, stop).GetAwaiter().GetResult();

        // The look into the objects is rehearsed with the walk that it is a part of, which then is not to be counted twice.
        HeapRehearsal? walk = inspection == TimeSpan.Zero ? rehearsal : rehearsal?.WithoutWalk();
        TimeSpan expected = StackPause.Of(processId, watched.Count, walk) + inspection;
        _options.PauseExpected?.Invoke(expected);
        progress.Report(new Progress("reading the threads; the process stands still", 0, 0));
        (StackReading reading, long timestamp) = SettledStop.Read(session, (target, _) => Read(target, catalog!, watched), _options.MaxPause, stop);
        TimeSpan pause = session.LastPause;
        session.InvokeRunning(target => NameNative(target, reading), s_namingLimit, stop).GetAwaiter().GetResult();
        progress.Report(new Progress("writing the look", 0, 0));
        new StackRows(sink, _options).Write(reading, "live", timestamp, interval, expected, pause);
    }

    private StackReading? Read(LiveTarget target, TypeCatalog catalog, List<WatchedThread> watched)
    {
        StackReading? reading = StackReading.Read(target.Runtime, target.Memory, catalog, ProcessThreads.Of(processId), watched, Inspection(target), target.Due);
        if (reading is not null)
            NativeStarts.Take(reading.Threads, target.Memory, static tid => ThreadRegisters.TryRead(tid, out ThreadRegisters registers) ? registers : null);
        return reading;
    }

    private bool NameNative(LiveTarget target, StackReading reading)
    {
        NativeFrames.Fill(reading, LiveMappings.Read(processId), target.Memory, $"/proc/{processId}/root", target.Due);
        return true;
    }

    private HeapInspection? Inspection(LiveTarget target) =>
        _options.InspectsHeap ? new HeapInspection(target.Runtime, target.Memory, target.Due) { Finalizer = _finalizer } : null;

    private List<WatchedThread> Watch(LiveTarget target, out TimeSpan interval)
    {
        using TaskReader tasks = new("/proc", processId);
        using GlanceTaker glances = new(target.Memory);
        FinalizerGlances? finalizer = _options.InspectsHeap ? FinalizerGlances.Begin(target, glances) : null;
        ThreadWatch watch = new(tasks, glances);
        List<WatchedThread> watched = watch.Run(_options.Interval, target.Due);
        interval = watch.Interval;
        _finalizer = finalizer?.End(glances) ?? default;
        return watched;
    }
}
