using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;

namespace Fathom.Sources.Heap.Walking;

/// <summary>What the walk of a whole heap came to.</summary>
internal sealed class HeapTally
{
    /// <summary>One per segment, in the same order.</summary>
    public required SegmentBalance[] Balances { get; init; }

    public required IReadOnlyList<HeapUsage> Usages { get; init; }

    /// <summary>Sizes of the objects of each type that was met; empty where they were not asked for.</summary>
    public required IReadOnlyList<HeapSizes> Sizes { get; init; }

    /// <summary>Method tables by the type numbers of the usages. Some were looked up and not met.</summary>
    public required IReadOnlyList<ulong> Types { get; init; }

    public required HeapLosses Losses { get; init; }

    /// <summary>Walks a heap.</summary>
    /// <param name="walker">The walk.</param>
    /// <param name="map">The outline of the heap.</param>
    /// <param name="mayComeBack">Whether losses in the youngest generation end it early, as <see cref="HeapReading.Read"/> explains.</param>
    /// <returns>Null where it has ended early.</returns>
    public static HeapTally? Of(HeapWalker walker, HeapMap map, bool mayComeBack)
    {
        SegmentBalance[] balances = new SegmentBalance[map.Segments.Count];

        // The youngest first, which is where it may turn out that this is no moment to read.
        foreach (HeapSegment segment in map.Segments.OrderByDescending(segment => !walker.NeedsAddressOrder && segment.HoldsYoungest))
        {
            balances[segment.Id - 1] = walker.Walk(segment);
            if (mayComeBack && segment.HoldsYoungest && walker.Losses.Bytes > 0)
                return null;
        }

        return new HeapTally { Balances = balances, Usages = walker.Usages, Sizes = walker.Sizes(), Types = TypesOf(walker), Losses = walker.Losses };
    }

    /// <summary>Puts the walks of the parts of a heap together.</summary>
    /// <param name="walkers">The walks, in the order of the parts.</param>
    /// <param name="balances">One per segment.</param>
    /// <param name="numbers">Per walk, the numbers that its types have in all of them.</param>
    public static HeapTally Join(IReadOnlyList<HeapWalker> walkers, SegmentBalance[] balances, out uint[][] numbers)
    {
        Dictionary<ulong, uint> numberOf = [];
        List<ulong> types = [];
        List<HeapUsage> usages = [];
        SortedDictionary<(int Type, long FromBytes), (long Count, long SizeBytes)> sizes = [];
        HeapLosses losses = new();
        numbers = new uint[walkers.Count][];
        for (int i = 0; i < walkers.Count; i++)
        {
            uint[] own = numbers[i] = [.. TypesOf(walkers[i]).Select(Number)];
            usages.AddRange(walkers[i].Usages.Select(usage => usage with { Type = (int)own[usage.Type] }));
            foreach (HeapSizes one in walkers[i].Sizes())
            {
                (long count, long bytes) = sizes.GetValueOrDefault(((int)own[one.Type], one.FromBytes));
                sizes[((int)own[one.Type], one.FromBytes)] = (count + one.Count, bytes + one.SizeBytes);
            }

            foreach (HeapLoss loss in walkers[i].Losses.All)
                losses.Add(loss);
        }

        return new HeapTally
        {
            Balances = balances,
            Usages = usages,
            Sizes = [.. sizes.Select(static one => new HeapSizes(one.Key.Type, one.Key.FromBytes, one.Value.Count, one.Value.SizeBytes))],
            Types = types,
            Losses = losses,
        };

        uint Number(ulong methodTable)
        {
            ref uint number = ref CollectionsMarshal.GetValueRefOrAddDefault(numberOf, methodTable, out bool known);
            if (!known)
            {
                number = (uint)types.Count;
                types.Add(methodTable);
            }

            return number;
        }
    }

    private static ulong[] TypesOf(HeapWalker walker)
    {
        ulong[] types = new ulong[walker.Types.Count];
        for (int number = 0; number < types.Length; number++)
            types[number] = walker.Types[number].MethodTable;
        return types;
    }
}
