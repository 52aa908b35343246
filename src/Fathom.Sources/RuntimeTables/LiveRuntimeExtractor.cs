using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.RuntimeTables;

/// <summary>
/// Reads handles, finalizable objects and modules of a running process. The process stands still meanwhile, and runs on afterwards in every case.
/// </summary>
/// <param name="processId">Number of the target (pid).</param>
/// <param name="options">How it is read.</param>
public sealed class LiveRuntimeExtractor(int processId, LookOptions options) : IExtractor
{
    private static readonly TimeSpan s_rehearsalLimit = TimeSpan.FromSeconds(60);

    private readonly LookOptions _options = options.Begun();

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the process", 0, 0));
        using TargetSession session = TargetSession.Open(processId, _options.Dac);
        if (session.Note is { } note)
            _options.Noted?.Invoke(note);
        TimeSpan rehearsed = session.InvokeRunning(Rehearse, s_rehearsalLimit, stop).GetAwaiter().GetResult();
        TimeSpan expected = PauseEstimate.Of(processId, new HeapRehearsal(0, rehearsed, 1));
        _options.PauseExpected?.Invoke(expected);
        PauseLimit.Check(processId, expected, _options.MaxPause);
        progress.Report(new Progress("reading the runtime's tables; the process is stopped", 0, 0));
        long timestamp = 0;
        RuntimeReading reading = session.InvokeStopped(
            target =>
            {
                timestamp = target.StopTimestamp;
                return RuntimeReading.Read(target.Runtime, target.Memory, target.Due);
            },
            PauseLimit.Of(_options.MaxPause),
            stop).GetAwaiter().GetResult();
        reading.Notes.ForEach(text => _options.Noted?.Invoke(text));
        progress.Report(new Progress("writing the snapshot", 0, 0));
        new RuntimeRows(sink, _options).Write(reading, "live", timestamp, expected, session.LastPause);
    }

    // The same reading on the running target, whose answers may be nonsense and are dropped: it loads and compiles what the stop needs, and its
    // time is the estimate. Errors of any kind do not matter here; what is really wrong shows again in the stop.
    private static TimeSpan Rehearse(LiveTarget target)
    {
        long start = Stopwatch.GetTimestamp();
        try
        {
            RuntimeReading.Read(target.Runtime, target.Memory, target.Due);
            start = Stopwatch.GetTimestamp();
            target.Runtime.FlushCachedData();
            RuntimeReading.Read(target.Runtime, target.Memory, target.Due);
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            return Stopwatch.GetElapsedTime(start);
        }

        return Stopwatch.GetElapsedTime(start);
    }
}
