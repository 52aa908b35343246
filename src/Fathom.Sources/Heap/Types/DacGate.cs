namespace Fathom.Sources.Heap.Types;

/// <summary>
/// Lets one thread at a time ask the data access library, which is not made for several. Who asks much lets others pass between two questions.
/// </summary>
internal sealed class DacGate
{
    private readonly object _gate = new();
    private int _waiting;

    /// <summary>Waits until nobody else is asking. To be disposed of by the same thread.</summary>
    public Turn Enter()
    {
        Interlocked.Increment(ref _waiting);
        Monitor.Enter(_gate);
        Interlocked.Decrement(ref _waiting);
        return new Turn(this);
    }

    /// <summary>Lets a thread that waits ask its question. Only for the thread that is inside, once.</summary>
    public void Pass()
    {
        if (Volatile.Read(ref _waiting) == 0)
            return;
        Monitor.Exit(_gate);

        // A lock gives no turns: whoever leaves and comes back at once would mostly be the first again.
        SpinWait spin = default;
        while (Volatile.Read(ref _waiting) > 0)
            spin.SpinOnce();
        Monitor.Enter(_gate);
    }

    /// <summary>The time that a thread is inside.</summary>
    internal readonly ref struct Turn(DacGate gate)
    {
        public void Dispose() => Monitor.Exit(gate._gate);
    }
}
