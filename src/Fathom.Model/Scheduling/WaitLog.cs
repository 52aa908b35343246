namespace Fathom.Model.Scheduling;

/// <summary>When threads waited, kept until it is known what their runtimes say of it.</summary>
/// <param name="most">Waits that are kept, of 16 bytes each.</param>
public sealed class WaitLog(int most = 8 << 20)
{
    private readonly Dictionary<uint, List<(long StartNs, long EndNs)>> _byThread = [];
    private int _count;

    /// <summary>Waits that found no room.</summary>
    public long Overflows { get; private set; }

    /// <summary>Adds a wait of a thread.</summary>
    /// <param name="thread">The thread.</param>
    /// <param name="wait">The wait.</param>
    /// <param name="originNs">The moment from which times are counted.</param>
    public void Add(uint thread, in ThreadWait wait, long originNs)
    {
        if (_count == most)
        {
            Overflows++;
            return;
        }

        _count++;
        if (!_byThread.TryGetValue(thread, out List<(long, long)>? waits))
            _byThread.Add(thread, waits = []);
        // What ends at a time that is not known has its begin at least.
        long lengthNs = (wait.Edges & (WaitEdges.OpenAtEnd | WaitEdges.NoSwitchIn)) != 0 ? 0 : wait.WaitNs;
        waits.Add((wait.StartNs - originNs, wait.StartNs - originNs + lengthNs));
    }

    /// <summary>Each wait that lies in a span which the runtime of its thread tells of, with that span.</summary>
    public IEnumerable<(uint Thread, long StartNs, ManagedWait Around)> In(ManagedWaits spans)
    {
        foreach ((uint thread, List<(long, long)> waits) in _byThread)
        {
            foreach ((long startNs, long endNs) in waits)
            {
                if (spans.Around(thread, startNs, endNs) is { } around)
                    yield return (thread, startNs, around);
            }
        }
    }
}
