using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Top;

/// <summary>What a process did since the look before; null for what is not known.</summary>
/// <param name="Process">The process.</param>
public sealed record TopRow(ProcessFacts Process)
{
    /// <summary>Time of its threads on processors, in percent of one processor.</summary>
    public double? CpuPercent { get; init; }

    /// <summary>Time in which its threads could have run and no processor was free, in percent: 200 is two threads that wait for one.</summary>
    public double? ReadyPercent { get; init; }

    /// <summary>Time in pauses of collections, in percent. A pause counts where it ends, and no more than the whole.</summary>
    public double? GcPercent { get; init; }

    /// <summary>Bytes allocated in a second.</summary>
    public double? AllocatedBytes { get; init; }

    /// <summary>Work items that wait for a thread of the pool.</summary>
    public long? PoolQueue { get; init; }

    /// <summary>Threads of the pool.</summary>
    public long? PoolThreads { get; init; }

    /// <summary>Requests that ASP.NET Core began in a second.</summary>
    public double? Requests { get; init; }

    /// <summary>Exceptions thrown in a second.</summary>
    public double? Exceptions { get; init; }

    /// <summary>Resident memory, bytes.</summary>
    public long? RssBytes { get; init; }

    /// <summary>Memory of its control group, in percent of its limit.</summary>
    public double? LimitPercent { get; init; }

    /// <summary>Threads.</summary>
    public long? Threads { get; init; }

    /// <summary>Threads that did not run at all.</summary>
    public long? WaitingThreads { get; init; }
}
