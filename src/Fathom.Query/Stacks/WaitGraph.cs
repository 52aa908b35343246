using Fathom.Model.Threads;

namespace Fathom.Query.Stacks;

/// <summary>
/// Which thread cannot go on before which other one does: an edge leads from a thread that waits for a lock to each thread that owns it.
/// Every edge must go before the waiter can, so each cycle is a deadlock.
/// </summary>
internal sealed class WaitGraph
{
    private readonly Dictionary<uint, List<WaitEdge>> _edges = [];

    /// <summary>Builds the graph.</summary>
    public WaitGraph(IReadOnlyList<LockFacts> locks)
    {
        ILookup<ulong, LockFacts> owners = locks.Where(static entry => entry.Owns).ToLookup(static entry => entry.Address);
        foreach (LockFacts wait in locks)
        {
            if (wait.Owns || wait.Address == 0)
                continue;
            foreach (LockFacts owner in Blocking(wait, [.. owners[wait.Address]]))
                Edges(wait.ThreadId).Add(new WaitEdge(wait.ThreadId, owner.ThreadId, wait));
        }
    }

    /// <summary>All threads that wait for another one.</summary>
    public IEnumerable<uint> Waiters => _edges.Keys;

    /// <summary>What a thread waits for, by owner.</summary>
    public IReadOnlyList<WaitEdge> From(uint thread) => _edges.TryGetValue(thread, out List<WaitEdge>? edges) ? edges : [];

    // A thread does not wait for itself: it has just got the lock, or holds it in a mode that does not block it. Only the wait for the own end does block.
    private static IEnumerable<LockFacts> Blocking(LockFacts wait, LockFacts[] owners)
    {
        IEnumerable<LockFacts> others = wait.Kind == LockKinds.Thread ? owners : owners.Where(owner => owner.ThreadId != wait.ThreadId);
        if (wait.Kind != LockKinds.UpgradeableRead)
            return others.DistinctBy(static owner => owner.ThreadId);

        // One upgradeable reader at a time, beside plain readers. Plain readers block it only by way of a writer that waits for them.
        LockFacts[] strict = [.. others.Where(static owner => owner.Kind is LockKinds.Write or LockKinds.UpgradeableRead)];
        return (strict.Length > 0 ? strict : others).DistinctBy(static owner => owner.ThreadId);
    }

    private List<WaitEdge> Edges(uint thread)
    {
        if (!_edges.TryGetValue(thread, out List<WaitEdge>? edges))
            _edges.Add(thread, edges = []);
        return edges;
    }
}
