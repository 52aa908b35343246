using Fathom.Sources.Target;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap;

/// <summary>Everything that one look at a heap gave.</summary>
internal sealed class HeapReading
{
    public required HeapMap Map { get; init; }

    /// <summary>One per segment, in the same order.</summary>
    public required IReadOnlyList<SegmentBalance> Balances { get; init; }

    public required IReadOnlyList<HeapUsage> Usages { get; init; }

    /// <summary>Sizes of the objects of each type that was met.</summary>
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
    /// <param name="extra">A further question that the same walk answers.</param>
    /// <returns>Null when this is no moment to read: in the middle of a garbage collection, or as said above.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="due"/> was signalled.</exception>
    public static HeapReading? Read(ClrRuntime runtime, ITargetMemory memory, TypeCatalog catalog, bool mayComeBack, CancellationToken due, HeapExtra? extra = null)
    {
        HeapReading? reading = ReadWith(
            runtime, catalog, map => extra?.Begin(runtime.Heap, memory, map, catalog, due) ?? new HeapWalker(memory, map, catalog, due), mayComeBack, due);
        if (reading is not null)
            extra?.Complete(runtime, memory, reading, due);
        return reading;
    }

    /// <summary>As the other one, with a walk that does more than to count.</summary>
    /// <param name="runtime">The runtime, with nothing cached from another moment.</param>
    /// <param name="catalog">Types that are known already, and those that this reading learns.</param>
    /// <param name="walkerOf">Makes the walk of the heap.</param>
    /// <param name="mayComeBack">Whether another moment can be tried.</param>
    /// <param name="due">Ends the reading.</param>
    public static HeapReading? ReadWith(ClrRuntime runtime, TypeCatalog catalog, Func<HeapMap, HeapWalker> walkerOf, bool mayComeBack, CancellationToken due)
    {
        HeapMap map = HeapMapReader.Read(runtime);
        if (!map.CanWalk)
            return null;
        catalog.Begin(runtime.Heap);
        using HeapWalker walker = walkerOf(map);
        SegmentBalance[] balances = new SegmentBalance[map.Segments.Count];

        // The youngest first, which is where it may turn out that this is no moment to read.
        foreach (HeapSegment segment in map.Segments.OrderByDescending(segment => !walker.NeedsAddressOrder && segment.HoldsYoungest))
        {
            balances[segment.Id - 1] = walker.Walk(segment);
            if (mayComeBack && segment.HoldsYoungest && walker.Losses.Bytes > 0)
                return null;
        }

        return new HeapReading
        {
            Map = map,
            Balances = balances,
            Usages = walker.Usages,
            Sizes = walker.Sizes(),
            Types = Describe(walker, catalog, due),
            Losses = walker.Losses,
        };
    }

    private static (KnownType, KnownModule)?[] Describe(HeapWalker walker, TypeCatalog catalog, CancellationToken due)
    {
        (KnownType, KnownModule)?[] types = new (KnownType, KnownModule)?[walker.Types.Count];
        foreach (HeapUsage usage in walker.Usages)
        {
            if (types[usage.Type] is not null)
                continue;
            due.ThrowIfCancellationRequested();
            KnownType type = catalog.Describe(walker.Types[usage.Type].MethodTable);
            types[usage.Type] = (type, catalog.ModuleOf(type));
        }

        return types;
    }
}
