using System.Runtime.CompilerServices;
using Fathom.Model.Graph;
using Fathom.Sources.Heap.Roots;

namespace Fathom.Sources.Heap.Graph;

/// <summary>Makes a graph of what a walk has collected. The target need not stand still for it.</summary>
internal static class GraphBuilder
{
    private const string FrozenHolder = "frozen segment";
    private const int SliceLength = 1024 * 1024;

    /// <summary>Makes the graph. It takes the store's arrays over.</summary>
    /// <param name="store">What the walk has collected.</param>
    /// <param name="types">By the numbers of the walk.</param>
    /// <param name="roots">Roots and dependent handles.</param>
    /// <param name="frozen">First addresses of the segments that are never collected, and how many objects lie there.</param>
    /// <param name="loss">References and roots that lead nowhere.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static ObjectGraph Build(
        GraphStore store, IReadOnlyList<GraphType> types, RootReading roots, IEnumerable<(ulong Start, long Objects)> frozen, out GraphLoss loss, CancellationToken stop)
    {
        store.Join();
        ObjectIndex index = new(store.Map, store.Starts);
        store.FirstReference.Values[store.ObjectCount] = (uint)store.ReferenceCount;
        long deadEnds = Number(store, index, stop);
        List<uint> gaps = [];
        if (deadEnds > 0)
            LeaveOut(store, gaps);
        List<(uint Primary, uint Secondary)> dependents = Dependents(roots.Dependents, index, gaps, out long lost);
        if (dependents.Count > 0)
            Insert(store, dependents);
        List<GraphRoot> numbered = Roots(roots.Roots, index, store, out long lostRoots);
        foreach ((ulong start, long objects) in frozen)
        {
            for (uint offset = 0; index.TryFind(start, out uint first) && offset < objects; offset++)
                numbered.Add(new GraphRoot(first + offset, RootKind.Other, FrozenHolder));
        }

        loss = new GraphLoss(deadEnds + lost, lostRoots, 0, 0);
        return new ObjectGraph(
            (int)store.ObjectCount,
            store.Types.Values,
            store.SizeUnits.Values,
            store.FirstReference.Values,
            store.References.Values,
            index,
            types,
            numbered)
        {
            Dependents = dependents.Count > 0 ? new DependentEdges(dependents) : DependentEdges.None,
            Gaps = new GraphGaps(gaps, lostRoots > 0 || !roots.IsWhole),
        };
    }

    // Puts the number of the object in the place of each granule; counts those where no object starts.
    private static long Number(GraphStore store, ObjectIndex index, CancellationToken stop)
    {
        uint[] references = store.References.Values;
        long count = store.ReferenceCount, deadEnds = 0;
        Parallel.For(
            0,
            (int)((count + SliceLength - 1) / SliceLength),
            new ParallelOptions { CancellationToken = stop, MaxDegreeOfParallelism = Math.Min(4, Environment.ProcessorCount) },
            slice => Interlocked.Add(ref deadEnds, Number(references.AsSpan(slice * SliceLength, (int)Math.Min(SliceLength, count - ((long)slice * SliceLength))), index)));
        return deadEnds;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long Number(Span<uint> references, ObjectIndex index)
    {
        long lost = 0;
        foreach (ref uint reference in references)
        {
            reference = index.NumberOf(reference);
            lost += reference == ObjectIndex.None ? 1 : 0;
        }

        return lost;
    }

    private static void LeaveOut(GraphStore store, List<uint> gaps)
    {
        uint[] references = store.References.Values, first = store.FirstReference.Values;
        uint to = 0, from = 0;
        for (uint number = 0; number < store.ObjectCount; number++)
        {
            uint end = first[number + 1], left = end - from;
            first[number] = to;
            for (; from < end; from++)
            {
                if (references[from] == ObjectIndex.None)
                    continue;
                references[to++] = references[from];
                left--;
            }

            if (left > 0)
                gaps.Add(number);
        }

        first[store.ObjectCount] = to;
        store.ReferenceCount = to;
    }

    private static List<(uint Primary, uint Secondary)> Dependents(List<DependentPair> pairs, ObjectIndex index, List<uint> gaps, out long lost)
    {
        List<(uint Primary, uint Secondary)> found = [];
        lost = 0;
        foreach (DependentPair pair in pairs)
        {
            bool hasPrimary = index.TryFind(pair.Primary, out uint primary);
            if (hasPrimary && index.TryFind(pair.Secondary, out uint secondary))
            {
                found.Add((primary, secondary));
                continue;
            }

            lost++;
            if (hasPrimary)
                gaps.Add(primary);
        }

        found.Sort();
        return found;
    }

    // Makes room from the end, so that every reference moves once.
    private static void Insert(GraphStore store, List<(uint Primary, uint Secondary)> dependents)
    {
        if (store.ReferenceCount + dependents.Count > store.References.Capacity)
            store.GrowReferences(dependents.Count);
        uint[] references = store.References.Values, first = store.FirstReference.Values;
        uint end = (uint)store.ReferenceCount, behind = store.ObjectCount, previous = ObjectIndex.None;
        store.ReferenceCount += dependents.Count;
        for (int left = dependents.Count; left > 0; left--)
        {
            // Everything behind the references of the primary object moves by the dependents that are left; the new one goes in front of it.
            (uint primary, uint secondary) = dependents[left - 1];
            uint start = primary == previous ? end : first[primary + 1];
            Array.Copy(references, start, references, start + left, end - start);
            for (; behind > primary; behind--)
                first[behind] += (uint)left;
            references[start + (uint)left - 1] = secondary;
            (end, previous) = (start, primary);
        }
    }

    private static List<GraphRoot> Roots(List<RootEntry> entries, ObjectIndex index, GraphStore store, out long lost)
    {
        List<GraphRoot> roots = new(entries.Count);
        lost = 0;
        foreach (RootEntry entry in entries)
        {
            bool found = index.TryFind(entry.Address, out uint number);
            if (!found && entry.IsInterior)
            {
                found = index.TryFindBefore(entry.Address, out number)
                    && entry.Address - index.AddressOf(number) < (ulong)store.SizeUnits.Values[number] * ObjectGraph.SizeUnit;
            }

            // A thread is stopped at any instruction, while its code tells what slots and registers hold for some of them only: there may be leftovers.
            if (found)
                roots.Add(new GraphRoot(number, entry.Kind, entry.Holder));
            else if (entry.Kind != RootKind.Stack)
                lost++;
        }

        // A stable order, so that equal heaps give equal recordings.
        return [.. roots.OrderBy(static root => root.Kind)];
    }
}
