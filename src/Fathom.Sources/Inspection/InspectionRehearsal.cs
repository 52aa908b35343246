using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Threads.Objects;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Looks at a sample of the heap of the running target, and drops what it found: it loads and compiles what the stop needs, and its time is the estimate
/// of what the look adds to the stop.
/// </summary>
internal static class InspectionRehearsal
{
    /// <summary>
    /// Rehearses; null where that went wrong. The running target may show anything, and errors of any kind do not matter here: what is really wrong shows
    /// again in the stop.
    /// </summary>
    /// <param name="target">The running target.</param>
    /// <param name="catalog">Knows the types of the heap.</param>
    /// <returns>The time that the look will presumably add.</returns>
    public static TimeSpan? TryRun(LiveTarget target, TypeCatalog catalog)
    {
        try
        {
            // The first one compiles, the second one shows the time.
            Run(target, catalog);
            target.Runtime.FlushCachedData();
            return Run(target, catalog);
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            return null;
        }
    }

    private static TimeSpan Run(LiveTarget target, TypeCatalog catalog)
    {
        HeapMap map = HeapMapReader.Read(target.Runtime);
        HeapMap sample = HeapRehearsal.Sample(map);
        catalog.Begin(target.Runtime.Heap);
        HeapInspection inspection = new(target.Runtime, target.Memory, target.Due);
        ThreadObjects objects = new(target.Runtime.Heap, inspection.Inspectors);
        using ThreadObjectWalker walker = new(target.Memory, sample, catalog, objects, target.Due);
        inspection.Begin(walker.Window);

        // The first walk decides about the types, the second one shows the speed.
        long start = Stopwatch.GetTimestamp();
        Walk(walker, sample);
        TimeSpan first = Stopwatch.GetElapsedTime(start);
        long contentBefore = inspection.ContentBytes;
        start = Stopwatch.GetTimestamp();
        Walk(walker, sample);
        TimeSpan second = Stopwatch.GetElapsedTime(start);
        start = Stopwatch.GetTimestamp();
        inspection.Complete(sample, walker);
        TimeSpan completion = Stopwatch.GetElapsedTime(start);
        TimeSpan types = first > second ? first - second : TimeSpan.Zero;
        // What lies behind the sample may have been read as the content of an object in it.
        long covered = Math.Min(map.AllocatedBytes, sample.AllocatedBytes + inspection.ContentBytes - contentBefore);
        return types + completion + (second * (map.AllocatedBytes / (double)Math.Max(1, covered)));
    }

    private static void Walk(ThreadObjectWalker walker, HeapMap map)
    {
        foreach (HeapSegment segment in map.Segments)
            walker.Walk(segment);
    }
}
