using System.Diagnostics;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>One timed run of an operation, over all threads of the process.</summary>
/// <param name="Iterations">Operations.</param>
/// <param name="DurationNs">Their time together.</param>
/// <param name="AllocatedBytes">Bytes that all threads allocated meanwhile.</param>
/// <param name="Gen0">Collections of generation 0 and more.</param>
/// <param name="Gen1">Collections of generation 1 and more.</param>
/// <param name="Gen2">Collections of generation 2.</param>
/// <param name="PauseNs">Time that the GC stopped the program for.</param>
/// <param name="Sum">What the operations returned.</param>
/// <param name="RunDelayNs">Time that the thread waited for a processor meanwhile; null of several threads, and where the kernel does not tell.</param>
public readonly record struct Sample(int Iterations, long DurationNs, long AllocatedBytes, int Gen0, int Gen1, int Gen2, long PauseNs, long Sum, long? RunDelayNs)
{
    private const long NsPerTick = 100;

    /// <summary>Runs and times an operation.</summary>
    public static Sample Take(Func<int, long> operation, int iterations) => Take(operation, iterations, iterations, isOwnThread: true);

    /// <summary>Runs and times operations of several threads: from when all of them are ready until the last has ended.</summary>
    /// <param name="threads">Threads that wait for work.</param>
    /// <param name="iterations">Operations of each thread.</param>
    public static Sample Take(WorkThreads threads, int iterations) => Take(threads.Run, iterations, iterations * threads.Count, isOwnThread: false);

    private static Sample Take(Func<int, long> operation, int iterations, int all, bool isOwnThread)
    {
        long? delay = isOwnThread ? RunDelay.Read() : null;
        int gen0 = GC.CollectionCount(0), gen1 = GC.CollectionCount(1), gen2 = GC.CollectionCount(2);
        TimeSpan pause = GC.GetTotalPauseDuration();
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        long start = Stopwatch.GetTimestamp();
        long sum = operation(iterations);
        long end = Stopwatch.GetTimestamp();
        long allocatedAfter = GC.GetTotalAllocatedBytes(precise: true);
        return new Sample(
            all,
            (long)((end - start) * (1e9 / Stopwatch.Frequency)),
            allocatedAfter - allocated,
            GC.CollectionCount(0) - gen0,
            GC.CollectionCount(1) - gen1,
            GC.CollectionCount(2) - gen2,
            (GC.GetTotalPauseDuration() - pause).Ticks * NsPerTick,
            sum,
            delay is null ? null : RunDelay.Read() - delay);
    }
}
