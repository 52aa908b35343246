namespace Events;

/// <summary>
/// A collection that stops the program for as long as it takes to follow a list: one object leads to the next, so nothing is done at once.
/// </summary>
internal static class LongPause
{
    /// <summary>Collects.</summary>
    /// <param name="count">Objects of the list.</param>
    /// <returns>The number of the collection, and its pause in ns, as the runtime has them.</returns>
    public static string Run(int count)
    {
        Link? first = null;
        // Collections while it grows would be long ones too.
        GC.TryStartNoGCRegion((count + 1_000) * 40L);
        for (int i = 0; i < count; i++)
            first = new Link { Next = first };
        GC.EndNoGCRegion();
        GC.Collect(2, GCCollectionMode.Forced, blocking: true);
        GCMemoryInfo told = GC.GetGCMemoryInfo(GCKind.FullBlocking);
        GC.KeepAlive(first);
        return $"{told.Index} {told.PauseDurations[0].Ticks * 100}";
    }

    private sealed class Link
    {
        public Link? Next { get; init; }
    }
}
