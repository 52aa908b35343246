using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Reading;

/// <summary>
/// What is done before the target is stopped so that the stop is short: everything on the way is loaded and compiled, the types of a sample
/// of the heap are named, and the speed of the walk is measured.
/// </summary>
/// <param name="AllocatedBytes">Bytes that the walk will have to cover, as seen in passing.</param>
/// <param name="OutlineTime">Time that the outline of the heap takes, and what a further question needs besides the walk.</param>
/// <param name="BytesPerSecond">Speed of the walk over the sample, times the number of threads that will walk.</param>
internal readonly record struct HeapRehearsal(long AllocatedBytes, TimeSpan OutlineTime, double BytesPerSecond)
{
    // What the stop meets first costs it most: a type that no sample had is asked for and named there, which took a third of a stop of F# Interactive.
    private const long SampleOfTypesBytes = 512 * 1024 * 1024;
    private const long SampleBytes = 64 * 1024 * 1024;
    private const long SampleOfSegment = 4 * 1024 * 1024;

    /// <summary>Rehearses on the running target. Its heap changes meanwhile, so what is counted is worth nothing and is dropped.</summary>
    /// <param name="target">The running target.</param>
    /// <param name="catalog">Gets the types that are met.</param>
    /// <param name="further">A further question that the walk will answer.</param>
    /// <param name="countsSizes">Whether it will count objects by their sizes too.</param>
    public static HeapRehearsal Run(LiveTarget target, TypeCatalog catalog, HeapQuestion? further = null, bool countsSizes = false)
    {
        HeapQuestion question = further ?? HeapQuestion.None;
        HeapMapReader.Read(target.Runtime);
        target.Runtime.FlushCachedData();
        long start = Stopwatch.GetTimestamp();
        HeapMap map = HeapMapReader.Read(target.Runtime);
        TimeSpan outlineTime = Stopwatch.GetElapsedTime(start);
        catalog.Begin(target.Runtime.Heap);

        // The first walk meets the types, the second one shows the speed.
        HeapMap wide = Sample(map, SampleOfTypesBytes);
        using HeapWalker first = Walker(target, wide, catalog, question, countsSizes);
        Walk(first, wide);
        Name(first, catalog, target.Due);
        HeapMap sample = Sample(map);
        using HeapWalker second = Walker(target, sample, catalog, question, countsSizes);
        start = Stopwatch.GetTimestamp();
        Walk(second, sample);
        TimeSpan walkTime = Stopwatch.GetElapsedTime(start);

        // Types and modules that may go are named anew in the stop, as in a runtime that has been asked nothing.
        target.Runtime.FlushCachedData();
        catalog.Begin(target.Runtime.Heap);
        start = Stopwatch.GetTimestamp();
        foreach (HeapUsage usage in first.Usages.DistinctBy(static usage => usage.Type))
            catalog.TryGetSizes(first.Types[usage.Type].MethodTable, out _, out _);
        Name(first, catalog, target.Due);
        outlineTime += Stopwatch.GetElapsedTime(start);
        question.Prepare(target.Runtime, target.Memory, map, sample, target.Due);
        question.Rehearse(target.Runtime, target.Memory, map, target.Due);
        target.Runtime.FlushCachedData();
        catalog.Begin(target.Runtime.Heap);
        start = Stopwatch.GetTimestamp();
        question.Rehearse(target.Runtime, target.Memory, map, target.Due);
        int readers = question.ReadersOf(map);
        outlineTime += (Stopwatch.GetElapsedTime(start) + question.FurtherTime) / readers;
        return new HeapRehearsal(map.AllocatedBytes, outlineTime, readers * sample.AllocatedBytes / walkTime.TotalSeconds);
    }

    /// <summary>
    /// <see cref="Run"/>, or null when it went wrong. The running target may show anything, and the DAC answers nonsense with errors of any kind.
    /// They do not matter: without a rehearsal the stop is longer and the estimate coarser, and what is really wrong shows again in the stop.
    /// </summary>
    /// <param name="target">The running target.</param>
    /// <param name="catalog">Types that were met; to be used in the stop.</param>
    /// <param name="question">A further question that the walk will answer.</param>
    /// <param name="countsSizes">Whether it will count objects by their sizes too.</param>
    public static HeapRehearsal? TryRun(LiveTarget target, out TypeCatalog catalog, HeapQuestion? question = null, bool countsSizes = false)
    {
        catalog = new TypeCatalog(target.Memory);
        try
        {
            return Run(target, catalog, question, countsSizes);
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            return null;
        }
    }

    private static void Name(HeapWalker walker, TypeCatalog catalog, CancellationToken due)
    {
        foreach (HeapUsage usage in walker.Usages.DistinctBy(static usage => usage.Type))
        {
            due.ThrowIfCancellationRequested();
            catalog.ModuleOf(catalog.Describe(walker.Types[usage.Type].MethodTable));
        }
    }

    private static HeapWalker Walker(LiveTarget target, HeapMap map, TypeCatalog catalog, HeapQuestion question, bool countsSizes)
    {
        HeapWalker walker = question.Begin(target.Runtime.Heap, target.Memory, map, catalog, target.Due);
        if (countsSizes)
            walker.CountSizes();
        return walker;
    }

    private static void Walk(HeapWalker walker, HeapMap map)
    {
        foreach (HeapSegment segment in map.Segments)
            walker.Walk(segment);
    }

    /// <summary>The beginning of each segment, evenly over the heap when there are many.</summary>
    internal static HeapMap Sample(HeapMap map, long bytes = SampleBytes)
    {
        int step = Math.Max(1, (int)(map.Segments.Count * SampleOfSegment / bytes));
        return new HeapMap
        {
            CanWalk = map.CanWalk,
            IsServer = map.IsServer,
            HeapCount = map.HeapCount,
            HasRegions = map.HasRegions,
            DynamicAdaptation = map.DynamicAdaptation,
            AllocationContexts = map.AllocationContexts,
            FreeMethodTable = map.FreeMethodTable,
            Segments = [.. map.Segments.Where((_, index) => index % step == 0).Select(Beginning)],
        };
    }

    private static HeapSegment Beginning(HeapSegment segment)
    {
        AddressRange range = segment.Objects with { End = Math.Min(segment.Objects.End, segment.Objects.Start + SampleOfSegment) };
        return new HeapSegment
        {
            Id = segment.Id,
            HeapIndex = segment.HeapIndex,
            Kind = segment.Kind,
            Objects = range,
            CommittedBytes = segment.CommittedBytes,
            Generations = [(segment.Generations[^1].Generation, range)],
        };
    }
}
