using System.Diagnostics;

namespace Fathom.Bench.Peers;

/// <summary>
/// What most people write: run it for a while, then time batches of calls with a stopwatch and take the median. Both operations are warmed in turns, and then timed
/// one after the other. Nothing looks at the compiler, collects before, or throws a batch away.
/// </summary>
internal static class OwnLoop
{
    private const double BatchMs = 50;

    /// <summary>Nanoseconds of one call of each operation.</summary>
    /// <param name="operations">What is called.</param>
    /// <param name="warmup">How long all are called first.</param>
    /// <param name="batches">How many are timed of each.</param>
    public static double[] Measure(IReadOnlyList<Func<int, long>> operations, TimeSpan warmup, int batches)
    {
        long[] calls = new long[operations.Count];
        for (long start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < warmup;)
        {
            for (int i = 0; i < operations.Count; i++)
            {
                long begin = Stopwatch.GetTimestamp();
                operations[i](1);
                calls[i] = (long)Math.Max(1, BatchMs / Math.Max(1e-6, Stopwatch.GetElapsedTime(begin).TotalMilliseconds));
            }
        }

        return [.. operations.Select((operation, i) => MedianOf(operation, calls[i], batches))];
    }

    private static double MedianOf(Func<int, long> operation, long calls, int batches)
    {
        double[] times = new double[batches];
        for (int batch = 0; batch < batches; batch++)
        {
            long begin = Stopwatch.GetTimestamp();
            for (long i = 0; i < calls; i++)
                operation(1);
            times[batch] = Stopwatch.GetElapsedTime(begin).TotalNanoseconds / calls;
        }

        Array.Sort(times);
        return times[batches / 2];
    }
}
