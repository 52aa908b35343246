namespace Fathom.Model.Scheduling;

/// <summary>When threads waited, kept until it is known what their runtimes say of it.</summary>
/// <param name="most">Waits that are kept, of 24 bytes each.</param>
public sealed class WaitLog(int most = 8 << 20)
{
    private readonly Dictionary<uint, List<(long StartNs, long EndNs, uint EntryStackId)>> _byThread = [];
    private int _count;

    /// <summary>Waits that found no room.</summary>
    public long Overflows { get; private set; }

    /// <summary>Adds a wait of a thread.</summary>
    /// <returns>False where it found no room.</returns>
    /// <param name="thread">The thread.</param>
    /// <param name="wait">The wait.</param>
    /// <param name="originNs">The moment from which times are counted.</param>
    public bool Add(uint thread, in ThreadWait wait, long originNs)
    {
        if (_count == most)
        {
            Overflows++;
            return false;
        }

        _count++;
        if (!_byThread.TryGetValue(thread, out List<(long, long, uint)>? waits))
            _byThread.Add(thread, waits = []);
        // What ends at a time that is not known has its begin at least.
        long lengthNs = (wait.Edges & (WaitEdges.OpenAtEnd | WaitEdges.NoSwitchIn)) != 0 ? 0 : wait.WaitNs;
        waits.Add((wait.StartNs - originNs, wait.StartNs - originNs + lengthNs, (uint)Math.Max(0, wait.EntryStackId)));
        return true;
    }

    /// <summary>
    /// Each wait that lies in a span which the runtime of its thread tells of, with that span, and each with whose stack the thread entered the call that it waits in: for one that has both, the
    /// span, whose stack has all its frames.
    /// </summary>
    public IEnumerable<(uint Thread, long StartNs, ManagedWait Around)> In(ManagedWaits spans)
    {
        foreach ((uint thread, List<(long, long, uint)> waits) in _byThread)
        {
            foreach ((long startNs, long endNs, uint entryStackId) in waits)
            {
                if (spans.Around(thread, startNs, endNs) is { } around)
                    yield return (thread, startNs, around);
                else if (entryStackId > 0)
                    yield return (thread, startNs, new ManagedWait(startNs, endNs, ManagedWaitKind.Futex, entryStackId));
            }
        }
    }
}
