namespace Fathom.Query.Stacks;

/// <summary>Finds the cycles of a wait graph.</summary>
/// <remarks>
/// Threads that wait for one another, directly or over others, form a knot (a strongly connected component). For each knot one shortest cycle is the
/// evidence. The search starts anew from each waiting thread, which is quick for the some thousand threads that a process has at most.
/// </remarks>
internal static class WaitCycles
{
    /// <summary>One shortest cycle of each knot, in the order of the knots' lowest threads. A cycle starts with the lowest thread that is on one so short.</summary>
    public static List<List<WaitEdge>> Find(WaitGraph graph)
    {
        List<List<WaitEdge>> cycles = [];
        HashSet<uint> done = [];
        foreach (uint thread in graph.Waiters.Order())
        {
            if (done.Contains(thread))
                continue;
            HashSet<uint> knot = Knot(graph, thread);
            done.UnionWith(knot);
            List<WaitEdge>? shortest = null;
            foreach (uint start in knot.Order())
            {
                List<WaitEdge> cycle = ShortestThrough(graph, start);
                if (shortest is null || cycle.Count < shortest.Count)
                    shortest = cycle;
            }

            if (shortest is not null)
                cycles.Add(shortest);
        }

        return cycles;
    }

    /// <summary>The threads that a thread waits for and that wait for it, itself among them; empty where it is on no cycle.</summary>
    public static HashSet<uint> Knot(WaitGraph graph, uint thread)
    {
        HashSet<uint> ahead = Reach(thread, at => graph.From(at).Select(static edge => edge.Owner));
        ahead.IntersectWith(Behind(graph, [thread]));
        return ahead;
    }

    /// <summary>Threads that wait, directly or over others, for one of the given threads; these are among them only where they wait for each other.</summary>
    public static HashSet<uint> Behind(WaitGraph graph, IReadOnlyCollection<uint> threads)
    {
        ILookup<uint, uint> waiters = graph.Waiters.SelectMany(graph.From).ToLookup(static edge => edge.Owner, static edge => edge.Waiter);
        HashSet<uint> behind = [];
        foreach (uint thread in threads)
            behind.UnionWith(Reach(thread, at => waiters[at]));
        return behind;
    }

    // Everything that is one or more steps away.
    private static HashSet<uint> Reach(uint start, Func<uint, IEnumerable<uint>> next)
    {
        HashSet<uint> reached = [];
        Stack<uint> open = new([start]);
        while (open.TryPop(out uint thread))
        {
            foreach (uint other in next(thread))
            {
                if (reached.Add(other))
                    open.Push(other);
            }
        }

        return reached;
    }

    // Breadth first from the start until an edge leads back to it; the start is on a cycle.
    private static List<WaitEdge> ShortestThrough(WaitGraph graph, uint start)
    {
        Dictionary<uint, WaitEdge> cameBy = [];
        Queue<uint> open = new([start]);
        while (open.TryDequeue(out uint thread))
        {
            foreach (WaitEdge edge in graph.From(thread))
            {
                if (edge.Owner == start)
                    return Unwind(cameBy, edge, start);
                if (cameBy.TryAdd(edge.Owner, edge))
                    open.Enqueue(edge.Owner);
            }
        }

        throw new InvalidOperationException($"Thread {start} is on no cycle.");
    }

    private static List<WaitEdge> Unwind(Dictionary<uint, WaitEdge> cameBy, WaitEdge last, uint start)
    {
        List<WaitEdge> cycle = [last];
        for (uint at = last.Waiter; at != start; at = cycle[^1].Waiter)
            cycle.Add(cameBy[at]);
        cycle.Reverse();
        return cycle;
    }
}
