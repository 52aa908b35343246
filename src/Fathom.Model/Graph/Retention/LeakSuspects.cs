using System.Runtime.InteropServices;

namespace Fathom.Model.Graph.Retention;

/// <summary>
/// Finds what holds a large share of the heap, by the rule of the Eclipse Memory Analyzer: an object at the top of the dominator tree that retains more
/// than a share of what is alive, or all those of one type that do so together.
/// </summary>
public static class LeakSuspects
{
    // The Memory Analyzer's own figure: a part that has less than this of the whole is a big drop.
    private const double BigDrop = 0.7;

    // A type that comes so often on the way down is a chain, such as the nodes of a linked list, and gathers at its start, not near its end.
    private const int ChainLength = 16;

    /// <summary>Finds the suspects, those that retain the most first.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="children">Its links downwards, as <see cref="DominatorTree.Children"/> gives them.</param>
    /// <param name="share">From which share of the live bytes on something is suspect, between 0 and 1.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static IReadOnlyList<LeakSuspect> Of(DominatorTree tree, (uint[] First, uint[] Next) children, double share, CancellationToken stop = default)
    {
        (uint[] firstChild, uint[] nextSibling) = children;
        ChainSearch chains = new(tree, children);
        double limit = share * tree.LiveBytes;
        List<LeakSuspect> suspects = [];
        Dictionary<uint, (uint Largest, long Count, long Bytes)> groups = [];
        for (uint place = firstChild[0]; place != 0; place = nextSibling[place])
        {
            long retained = tree.RetainedBytes(place);
            if (retained > limit)
            {
                suspects.Add(Describe(SuspectKind.Object, place, 1, retained));
                continue;
            }

            ref (uint Largest, long Count, long Bytes) group = ref CollectionsMarshal.GetValueRefOrAddDefault(groups, tree.Graph.TypeOf(tree.ObjectAt(place)), out _);
            if (retained > tree.RetainedBytes(group.Largest) || group.Largest == 0)
                group.Largest = place;
            group.Count++;
            group.Bytes += retained;
        }

        foreach ((uint largest, long count, long bytes) in groups.Values)
        {
            if (bytes > limit)
                suspects.Add(Describe(SuspectKind.Group, largest, count, bytes));
        }

        chains.Release();
        suspects.Sort(static (a, b) => (b.RetainedBytes, a.Object).CompareTo((a.RetainedBytes, b.Object)));
        return suspects;

        LeakSuspect Describe(SuspectKind kind, uint place, long count, long bytes)
        {
            uint point = AccumulationPoint(tree, firstChild, nextSibling, place);
            (LeakChain Chain, uint FirstLink)? chain = chains.Of(place, kind == SuspectKind.Group ? Group(place) : [place], bytes, stop);
            if (chain is { } found && tree.Graph.TypeOf(tree.ObjectAt(point)) == found.Chain.Type)
                point = found.FirstLink;
            (uint? type, long heldCount, long heldBytes) = Held(tree, firstChild, nextSibling, point);
            return new LeakSuspect(kind, tree.ObjectAt(place), count, bytes, tree.ObjectAt(point), tree.RetainedBytes(point), type, heldCount, heldBytes, chain?.Chain);
        }

        IEnumerable<uint> Group(uint largest)
        {
            uint type = tree.Graph.TypeOf(tree.ObjectAt(largest));
            for (uint place = firstChild[0]; place != 0; place = nextSibling[place])
            {
                if (tree.RetainedBytes(place) <= limit && tree.Graph.TypeOf(tree.ObjectAt(place)) == type)
                    yield return place;
            }
        }
    }

    private static uint AccumulationPoint(DominatorTree tree, uint[] firstChild, uint[] nextSibling, uint place)
    {
        Dictionary<uint, (uint First, int Count)> met = [];
        while (true)
        {
            ref (uint First, int Count) type = ref CollectionsMarshal.GetValueRefOrAddDefault(met, tree.Graph.TypeOf(tree.ObjectAt(place)), out _);
            type = (type.Count == 0 ? place : type.First, type.Count + 1);
            if (type.Count == ChainLength)
                return type.First;
            uint largest = 0;
            for (uint child = firstChild[place]; child != 0; child = nextSibling[child])
            {
                if (largest == 0 || tree.RetainedBytes(child) > tree.RetainedBytes(largest))
                    largest = child;
            }

            if (largest == 0 || tree.RetainedBytes(largest) < BigDrop * tree.RetainedBytes(place))
                return place;
            place = largest;
        }
    }

    private static (uint? Type, long Count, long Bytes) Held(DominatorTree tree, uint[] firstChild, uint[] nextSibling, uint place)
    {
        Dictionary<uint, (long Count, long Bytes)> types = [];
        for (uint child = firstChild[place]; child != 0; child = nextSibling[child])
        {
            ref (long Count, long Bytes) sum = ref CollectionsMarshal.GetValueRefOrAddDefault(types, tree.Graph.TypeOf(tree.ObjectAt(child)), out _);
            sum = (sum.Count + 1, sum.Bytes + tree.RetainedBytes(child));
        }

        (uint? type, long count, long bytes) = (null, 0, 0);
        foreach ((uint candidate, (long Count, long Bytes) sum) in types)
        {
            if (type is null || (sum.Bytes, type.Value).CompareTo((bytes, candidate)) > 0)
                (type, count, bytes) = (candidate, sum.Count, sum.Bytes);
        }

        return (type, count, bytes);
    }
}
