using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Reading;

/// <summary>Everything that one look at a heap gave.</summary>
internal sealed class HeapReading
{
    public required HeapMap Map { get; init; }

    /// <summary>One per segment, in the same order.</summary>
    public required SegmentBalance[] Balances { get; init; }

    public required IReadOnlyList<HeapUsage> Usages { get; init; }

    /// <summary>Sizes of the objects of each type that was met; empty where they were not asked for.</summary>
    public required IReadOnlyList<HeapSizes> Sizes { get; init; }

    /// <summary>By the type numbers of the usages; null for types that were looked up and not met.</summary>
    public required IReadOnlyList<(KnownType Type, KnownModule Module)?> Types { get; init; }

    public required HeapLosses Losses { get; init; }

    /// <summary>Reads a heap that stands still: of a stopped process, or in a dump.</summary>
    /// <param name="runtime">The runtime, with nothing cached from another moment.</param>
    /// <param name="memory">The same target's memory.</param>
    /// <param name="catalog">Types that are known already, and those that this reading learns.</param>
    /// <param name="mayComeBack">
    /// Whether another moment can be tried: then losses in the youngest generation end the reading early. Nearly always a thread is just taking
    /// a new allocation context there; for a few nanoseconds that memory belongs to the heap and to no context.
    /// </param>
    /// <param name="due">Ends the reading.</param>
    /// <param name="question">A further question that the same walk answers.</param>
    /// <param name="countsSizes">Whether objects are counted by their sizes too.</param>
    /// <returns>Null when this is no moment to read: in the middle of a garbage collection, or as said above.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="due"/> was signalled.</exception>
    public static HeapReading? Read(ClrRuntime runtime, ITargetMemory memory, TypeCatalog catalog, bool mayComeBack, CancellationToken due, HeapQuestion? question = null, bool countsSizes = false)
    {
        HeapReading? reading = ReadWith(
            runtime,
            catalog,
            map => (question ?? HeapQuestion.None).Walk(runtime, memory, map, catalog, mayComeBack, countsSizes, due),
            due);
        if (reading is not null)
            question?.Complete(runtime, memory, reading, due);
        return reading;
    }

    /// <summary>As the other one, with a walk that does more than to count.</summary>
    /// <param name="runtime">The runtime, with nothing cached from another moment.</param>
    /// <param name="catalog">Types that are known already, and those that this reading learns.</param>
    /// <param name="walk">Walks the heap; null where this is no moment to.</param>
    /// <param name="due">Ends the reading.</param>
    public static HeapReading? ReadWith(ClrRuntime runtime, TypeCatalog catalog, Func<HeapMap, HeapTally?> walk, CancellationToken due)
    {
        HeapMap map = HeapMapReader.Read(runtime);
        if (!map.CanWalk)
            return null;
        catalog.Begin(runtime.Heap);
        if (walk(map) is not { } tally)
            return null;
        return new HeapReading
        {
            Map = map,
            Balances = tally.Balances,
            Usages = tally.Usages,
            Sizes = tally.Sizes,
            Types = Describe(tally, catalog, due),
            Losses = tally.Losses,
        };
    }

    private static (KnownType, KnownModule)?[] Describe(HeapTally tally, TypeCatalog catalog, CancellationToken due)
    {
        (KnownType, KnownModule)?[] types = new (KnownType, KnownModule)?[tally.Types.Count];
        foreach (HeapUsage usage in tally.Usages)
        {
            if (types[usage.Type] is not null)
                continue;
            due.ThrowIfCancellationRequested();
            KnownType type = catalog.Describe(tally.Types[usage.Type]);
            types[usage.Type] = (type, catalog.ModuleOf(type));
        }

        return types;
    }
}
