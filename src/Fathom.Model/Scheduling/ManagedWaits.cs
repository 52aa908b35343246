namespace Fathom.Model.Scheduling;

/// <summary>The spans in which managed threads waited, to be found by thread and time. Spans of a thread may lie in each other.</summary>
/// <param name="most">Spans that are kept.</param>
public sealed class ManagedWaits(int most = 4 << 20) : IManagedWaits
{
    private readonly Dictionary<uint, ManagedWaitList> _byThread = [];
    private int _count;

    /// <summary>Spans that found no room.</summary>
    public long Overflows { get; private set; }

    /// <inheritdoc/>
    /// <remarks>One without a stack says nothing.</remarks>
    public void Add(uint thread, in ManagedWait wait)
    {
        if (wait.StackId == 0 || wait.EndNs < wait.StartNs)
            return;
        if (_count == most)
        {
            Overflows++;
            return;
        }

        _count++;
        if (!_byThread.TryGetValue(thread, out ManagedWaitList? waits))
            _byThread.Add(thread, waits = new ManagedWaitList());
        waits.Add(wait);
    }

    /// <summary>The innermost span that a time of a thread lies in, and the contention around a wait for a handle; null for none.</summary>
    public ManagedWait? Around(uint thread, long startNs, long endNs) => _byThread.GetValueOrDefault(thread)?.Around(startNs, endNs);
}
