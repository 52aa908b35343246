using System.Diagnostics;

namespace Phases;

/// <summary>What a thread notes of its own waits.</summary>
internal sealed class ThreadNotes
{
    /// <summary>How often it waited.</summary>
    public int Waits { get; private set; }

    /// <summary>How long all of them were, by its own clock.</summary>
    public long WaitNs { get; private set; }

    /// <summary>Does what waits.</summary>
    public void Wait(Action wait)
    {
        long start = Stopwatch.GetTimestamp();
        wait();
        WaitNs += Stopwatch.GetTimestamp() - start;
        Waits++;
    }
}
