using Fathom.Sources.Events;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Puts together what a process tells of its collections: begin, end, pauses and the heap after each. Events must come in the order of time.</summary>
internal sealed class GcHistory
{
    // Collections overlap by a few; one that is further back is lost, not late.
    private const int MostOpen = 64;

    private const long MostBetweenVersionsNs = 1_000_000;

    private readonly List<TracedGc> _all = [];
    private TracedGc? _lastEnded;

    /// <summary>The collections, in the order of their begin.</summary>
    public IReadOnlyList<TracedGc> All => _all;

    /// <summary>Ends of collections whose begin is not in the trace.</summary>
    public long Unmatched { get; private set; }

    /// <summary>A collection begins.</summary>
    public void Start(long ns, in GcStarted start)
    {
        // .NET Framework 4.5 tells each begin in two versions of the event.
        int number = start.Number;
        if (Last(gc => gc.Start.Number == number && gc.EndNs is null && ns - gc.StartNs <= MostBetweenVersionsNs) is null)
            _all.Add(new TracedGc(ns, start));
    }

    /// <summary>A collection is over.</summary>
    public void End(long ns, in GcEnded end)
    {
        int number = end.Number;
        _lastEnded = Last(gc => gc.Start.Number == number && gc.EndNs is null && gc.StartNs <= ns);
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
    }

    /// <summary>
    /// All threads were stopped, and go on. A pause in which a collection began is for the last of these. Any other one that a collection asked for is for the one that
    /// was on its way when it began: a background one, which stops the threads more than once.
    /// </summary>
    /// <param name="ns">The end.</param>
    /// <param name="pause">The pause.</param>
    /// <returns>The number of the collection; null for none.</returns>
    public int? Paused(long ns, in GcPause pause)
    {
        long start = ns - pause.DurationNs;
        TracedGc? gc = pause.Reason is GcSuspendReason.Gc or GcSuspendReason.GcPreparation
            ? Last(gc => gc.StartNs >= start && gc.StartNs <= ns) ?? Last(gc => gc.Start.Kind == GcKind.Background && gc.StartNs <= start && !(gc.EndNs < start))
            : null;
        if (gc is not null && pause.DurationNs >= 0)
            gc.Add(pause);
        return gc?.Start.Number;
    }

    private TracedGc? Last(Predicate<TracedGc> fits)
    {
        for (int i = _all.Count - 1; i >= Math.Max(0, _all.Count - MostOpen); i--)
        {
            if (fits(_all[i]))
                return _all[i];
        }

        return null;
    }
}
