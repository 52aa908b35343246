using Fathom.Model.Recording;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Stops;

namespace Fathom.Sources.Looks;

/// <summary>Reads the managed heap of a running process. The process stands still meanwhile, and runs on afterwards in every case.</summary>
/// <param name="processId">Number of the target (pid).</param>
/// <param name="options">How it is read.</param>
public sealed class LiveHeapExtractor(int processId, HeapExtractorOptions options) : IExtractor
{
    // The process runs on meanwhile; on a machine with much else to do, what takes a second otherwise took more than ten.
    private static readonly TimeSpan s_rehearsalLimit = TimeSpan.FromSeconds(60);

    private readonly HeapExtractorOptions _options = options.Begun();

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("reading the process", 0, 0));
        using TargetSession session = TargetSession.Open(processId, _options.Dac);
        if (session.Note is { } note)
            _options.Noted?.Invoke(note);
        TypeCatalog? catalog = null;
        double busyness = 1;
        HeapQuestion? question = HeapQuestions.Of(_options, processId);
        HeapRehearsal? rehearsal = session.InvokeRunning(Rehearse, s_rehearsalLimit, stop).GetAwaiter().GetResult();
        if (question?.GraphExpected is var (objects, references))
            GraphBudget.Check(objects, references, _options.Graph!, _options.MaxMemoryBytes, _options.MemoryExpected);

        // The roots of a graph are on stacks too, which cannot be walked before the stop.
        TimeSpan stacks = _options.Graph is null ? TimeSpan.Zero : StackPause.Roots(ProcessThreads.Of(processId).Count, busyness);
        TimeSpan expected = PauseEstimate.Said(PauseEstimate.Exactly(processId, rehearsal) + stacks);
        _options.PauseExpected?.Invoke(expected);
        PauseLimit.Check(processId, expected, _options.MaxPause);
        progress.Report(new Progress("reading the heap; the process is stopped", 0, 0));
        (HeapReading reading, long timestamp) = SettledStop.Read(
            session,
            (target, mayComeBack) => HeapReading.Read(target.Runtime, target.Memory, catalog!, mayComeBack, target.Due, question, _options.Sizes),
            PauseLimit.Of(_options.MaxPause),
            stop);
        progress.Report(new Progress("writing the snapshot", 0, 0));
        new HeapRows(sink, _options).Write(reading, "live", timestamp, expected, session.LastPause);
        sink.Flush();
        question?.Stopped(timestamp, expected, session.LastPause);
        question?.Write(reading, sink, progress, stop);

        HeapRehearsal? Rehearse(LiveTarget target)
        {
            ThreadClock clock = ThreadClock.Start();
            HeapRehearsal? seen = HeapRehearsal.TryRun(target, out catalog, question, _options.Sizes);
            busyness = clock.Busyness();
            return seen;
        }
    }
}
