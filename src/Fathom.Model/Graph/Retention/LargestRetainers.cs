namespace Fathom.Model.Graph.Retention;

/// <summary>The objects that retain the most.</summary>
public static class LargestRetainers
{
    /// <summary>Places of the objects that retain the most, most first.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="most">How many.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static IReadOnlyList<uint> Of(DominatorTree tree, int most, CancellationToken stop = default)
    {
        const uint CheckEvery = 1 << 20;

        // The least of those that are kept is on top; of equal ones the one with the largest place.
        PriorityQueue<uint, (long RetainedBytes, long Order)> kept = new();
        for (uint place = 1; place <= tree.Count; place++)
        {
            if (place % CheckEvery == 0)
                stop.ThrowIfCancellationRequested();
            (long, long) rank = (tree.RetainedBytes(place), -(long)place);
            if (kept.Count < most)
                kept.Enqueue(place, rank);
            else if (kept.TryPeek(out _, out (long RetainedBytes, long Order) least) && rank.CompareTo(least) > 0)
                kept.EnqueueDequeue(place, rank);
        }

        List<uint> places = new(kept.Count);
        while (kept.TryDequeue(out uint place, out _))
            places.Add(place);
        places.Reverse();
        return places;
    }
}
