namespace Fathom.Model.Scheduling;

/// <summary>
/// Threads of .NET's pool that look for work hand their processor to each other tens of thousands of times a second (<c>sched_yield</c>), and to record each of these turns costs the program more than
/// all its waits. The recorder has the kernel count them only, and who ran is estimated from the samples between. The kernel tells those alike in which one takes the processor of another that runs
/// code of its own, so they are estimated too.
/// </summary>
public static class PoolTurns
{
    /// <summary>The name of such a thread, as the kernel has it. From the runtime's PortableThreadPool.</summary>
    public const string ThreadName = ".NET TP Worker";

    /// <summary>The event that counts them. A recording that has it has no record of any turn.</summary>
    public const string EventName = "sched:sched_switch (pool turns)";
}
