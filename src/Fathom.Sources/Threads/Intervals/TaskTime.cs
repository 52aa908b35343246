namespace Fathom.Sources.Threads.Intervals;

/// <summary>What the kernel says of one thread at one moment.</summary>
/// <param name="Tid">Number of the thread.</param>
/// <param name="StartTicks">Clock ticks from boot to its start: with the number it tells two threads apart that got the same one.</param>
/// <param name="Name">The first 15 bytes of the name that it was given.</param>
/// <param name="State">The kernel's letter: R runs or is ready to, S sleeps, D waits for a disk, T or t is stopped, Z or X has ended, I is idle.</param>
/// <param name="CpuNs">CPU time since its start, in nanoseconds.</param>
/// <param name="ReadyNs">Time since its start in which it could have run and no processor was free; null where the kernel does not tell.</param>
internal readonly record struct TaskTime(int Tid, long StartTicks, string Name, char State, long CpuNs, long? ReadyNs)
{
    /// <summary>The state in a word, as <c>thread_state</c> holds it.</summary>
    public string StateName => State switch
    {
        'R' => "running",
        'S' => "sleeping",
        'D' => "disk",
        'T' or 't' => "stopped",
        'Z' or 'X' => "dead",
        'I' => "idle",
        _ => $"state {State}",
    };
}
