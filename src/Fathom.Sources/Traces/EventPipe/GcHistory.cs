using Fathom.Sources.Events;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Puts together what a process tells of its collections: begin, end, pauses and the heap after each. Events must come in the order of time.</summary>
internal sealed class GcHistory
{
    private readonly List<TracedGc> _all = [];
    private readonly List<(GcPause Pause, long EndNs, int? Number)> _pauses = [];
    private TracedGc? _lastEnded;

    /// <summary>The collections, in the order of their begin.</summary>
    public IReadOnlyList<TracedGc> All => _all;

    /// <summary>Times in which all managed threads stood still, with the time of their end and the number of the collection that they were for.</summary>
    public IReadOnlyList<(GcPause Pause, long EndNs, int? Number)> Pauses => _pauses;

    /// <summary>Ends, and heaps, of collections whose begin is not in the trace.</summary>
    public long Unmatched { get; private set; }

    /// <summary>A collection begins.</summary>
    public void Start(long ns, in GcStarted start) => _all.Add(new TracedGc(ns, start));

    /// <summary>A collection is over.</summary>
    public void End(long ns, in GcEnded end)
    {
        int number = end.Number;
        _lastEnded = _all.FindLast(gc => gc.Start.Number == number && gc.EndNs is null);
        if (_lastEnded is null)
            Unmatched++;
        else
            _lastEnded.EndNs = ns;
    }

    /// <summary>The heap after the collection that ended last.</summary>
    public void Heap(in GcHeapStats stats)
    {
        if (_lastEnded is { Heap: null } gc)
            gc.Heap = stats;
        else
            Unmatched++;
    }

    /// <summary>
    /// All threads stood still and go on. A pause in which a collection began is for the last of these. Any other one that a collection asked for is for the one that
    /// was on its way when it began: a background one, which stops the threads more than once.
    /// </summary>
    public void Paused(long ns, in GcPause pause)
    {
        long start = ns - pause.DurationNs;
        TracedGc? gc = pause.Reason is GcSuspendReason.Gc or GcSuspendReason.GcPreparation
            ? _all.FindLast(gc => gc.StartNs >= start) ?? _all.FindLast(gc => gc.StartNs <= start && !(gc.EndNs < start))
            : null;
        gc?.PauseNs += pause.DurationNs;
        _pauses.Add((pause, ns, gc?.Start.Number));
    }
}
