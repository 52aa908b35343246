namespace Fathom.Model.Graph.Retention;

/// <summary>What the objects of a type retain.</summary>
public struct TypeRetention
{
    /// <summary>Objects that are alive.</summary>
    public long Count { get; private set; }

    /// <summary>Bytes that these objects themselves occupy.</summary>
    public long SizeBytes { get; private set; }

    /// <summary>
    /// Bytes that they retain: the sum over those that no other object of the type dominates, so that nothing is counted twice. What several of
    /// them hold together only is not in it.
    /// </summary>
    public long RetainedBytes { get; private set; }

    /// <summary>Sums up a tree per type, by the indices of <see cref="ObjectGraph.Types"/>.</summary>
    /// <param name="tree">The tree.</param>
    /// <param name="children">Its links downwards, as <see cref="DominatorTree.Children"/> gives them.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static TypeRetention[] PerType(DominatorTree tree, (uint[] First, uint[] Next) children, CancellationToken stop = default)
    {
        const uint CheckEvery = 1 << 18;
        ObjectGraph graph = tree.Graph;
        TypeRetention[] sums = new TypeRetention[graph.Types.Count];
        int[] above = new int[graph.Types.Count];
        (uint[] firstChild, uint[] nextSibling) = children;
        uint place = firstChild[0];
        for (uint steps = 1; place != 0; steps++)
        {
            if (steps % CheckEvery == 0)
                stop.ThrowIfCancellationRequested();
            uint number = tree.ObjectAt(place);
            uint type = graph.TypeOf(number);
            ref TypeRetention sum = ref sums[type];
            sum.Count++;
            sum.SizeBytes += graph.SizeOf(number);
            if (above[type]++ == 0)
                sum.RetainedBytes += tree.RetainedBytes(place);
            if (firstChild[place] != 0)
            {
                place = firstChild[place];
                continue;
            }

            while (place != 0)
            {
                above[graph.TypeOf(tree.ObjectAt(place))]--;
                if (nextSibling[place] != 0)
                    break;
                place = tree.DominatorOf(place);
            }

            place = nextSibling[place];
        }

        return sums;
    }
}
