using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Target;

namespace Fathom.Sources.Heap;

/// <summary>Reads the managed heap of a running process. The process stands still meanwhile, and runs on afterwards in every case.</summary>
/// <param name="processId">The target.</param>
/// <param name="options">How it is read.</param>
public sealed class LiveHeapExtractor(int processId, HeapExtractorOptions options) : IExtractor
{
    // A collection rarely lasts longer than some 100 ms; after the last of these waits it is no accident any more.
    private static readonly int[] s_waitsMs = [20, 50, 100, 200, 400, 800, 1_600];

    // How often a heap is looked at again because its youngest generation was in motion; then the loss is taken for real and reported.
    private const int MaxReturns = 3;

    private static readonly TimeSpan s_rehearsalLimit = TimeSpan.FromSeconds(10);

    private readonly HeapExtractorOptions _options =
        options.RecordingStart == 0 ? options with { RecordingStart = Stopwatch.GetTimestamp() } : options;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("looking at the process", 0, 0));
        using TargetSession session = TargetSession.Open(processId, _options.Dac);
        if (session.Note is { } note)
            _options.Noted?.Invoke(note);
        TypeCatalog? catalog = null;
        HeapRehearsal? rehearsal = session.InvokeRunning(target => Rehearse(target, out catalog), s_rehearsalLimit, stop).GetAwaiter().GetResult();
        TimeSpan expected = PauseEstimate.Of(processId, rehearsal);
        _options.PauseExpected?.Invoke(expected);
        progress.Report(new Progress("reading the heap; the process stands still", 0, 0));
        (HeapReading reading, long timestamp) = ReadStopped(session, catalog!, stop);
        progress.Report(new Progress("writing the snapshot", 0, 0));
        new HeapRows(sink, _options).Write(reading, "live", timestamp, expected, session.LastPause);
    }

    // The running target may show anything, and the DAC answers nonsense with errors of any kind. They do not matter: without a rehearsal
    // the stop is longer and the estimate coarser, and what is really wrong shows again in the stop.
    private static HeapRehearsal? Rehearse(LiveTarget target, out TypeCatalog catalog)
    {
        catalog = new TypeCatalog(target.Memory);
        try
        {
            return HeapRehearsal.Run(target, catalog);
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            return null;
        }
    }

    private (HeapReading Reading, long Timestamp) ReadStopped(TargetSession session, TypeCatalog catalog, CancellationToken stop)
    {
        for (int attempt = 0; ; attempt++)
        {
            long timestamp = 0;
            HeapReading? reading = session.InvokeStopped(
                target =>
                {
                    timestamp = target.StopTimestamp;
                    return HeapReading.Read(target.Runtime, target.Memory, catalog, mayComeBack: attempt < MaxReturns, target.Due);
                },
                _options.MaxPause,
                stop).GetAwaiter().GetResult();
            if (reading is not null)
                return (reading, timestamp);
            if (attempt == s_waitsMs.Length)
                throw Collecting();
            stop.WaitHandle.WaitOne(s_waitsMs[attempt]);
            stop.ThrowIfCancellationRequested();
        }
    }

    private FathomException Collecting() => FathomException.Target(
        $"Process {processId} was in the middle of a garbage collection at each of {s_waitsMs.Length + 1} attempts "
            + $"in {s_waitsMs.Sum() / 1000.0:0.#} s.",
        "try again when it allocates less");
}
