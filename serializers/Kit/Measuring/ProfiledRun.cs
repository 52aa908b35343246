using System.Diagnostics;
using System.Runtime;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>An operation that ran for a while, so that it could be watched from outside; with what the runtime itself has counted meanwhile.</summary>
/// <param name="StartNs">When the first one began, nanoseconds of the clock that events have (CLOCK_MONOTONIC).</param>
/// <param name="EndNs">When the last one had ended.</param>
/// <param name="Iterations">Operations.</param>
/// <param name="PauseNs">Time that the GC stopped the program for.</param>
/// <param name="JitNs">Time that the thread compiled methods for.</param>
/// <param name="JittedMethods">Methods that the thread compiled.</param>
/// <param name="Sum">What the operations returned.</param>
public readonly record struct ProfiledRun(long StartNs, long EndNs, long Iterations, long PauseNs, long JitNs, long JittedMethods, long Sum)
{
    private const long NsPerTick = 100;

    /// <summary>Runs an operation until a time is over.</summary>
    /// <param name="operation">Runs the operation that many times.</param>
    /// <param name="batch">Operations between two looks at the clock.</param>
    /// <param name="durationNs">The time, nanoseconds.</param>
    public static ProfiledRun Take(Func<int, long> operation, int batch, long durationNs)
    {
        long iterations = 0, sum = 0;
        TimeSpan pause = GC.GetTotalPauseDuration(), jit = JitInfo.GetCompilationTime(currentThread: true);
        long methods = JitInfo.GetCompiledMethodCount(currentThread: true);
        long start = Stopwatch.GetTimestamp(), end;
        do
        {
            sum += operation(batch);
            iterations += batch;
            end = Stopwatch.GetTimestamp();
        }
        while (Nanoseconds(end - start) < durationNs);
        return new ProfiledRun(
            Nanoseconds(start), Nanoseconds(end), iterations, (GC.GetTotalPauseDuration() - pause).Ticks * NsPerTick,
            (JitInfo.GetCompilationTime(currentThread: true) - jit).Ticks * NsPerTick, JitInfo.GetCompiledMethodCount(currentThread: true) - methods, sum);
    }

    // Not by way of a fraction: since the start of the machine there are more nanoseconds than one has digits for.
    private static long Nanoseconds(long ticks) => Stopwatch.Frequency == 1_000_000_000 ? ticks : (long)((Int128)ticks * 1_000_000_000 / Stopwatch.Frequency);
}
