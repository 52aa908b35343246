using System.Diagnostics;
using System.Runtime;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>Runs operations in turns until tiered compilation has nothing left to do for them, and the heap has the memory that they go round in.</summary>
public static class Warmup
{
    private const long SliceNs = 20_000_000;

    /// <summary>
    /// Runs for a second at least, until tier-up was observed and then nothing more was compiled for 250 ms, and the heap took no new memory for as long or two seconds went by with
    /// that; or until the limit.
    /// </summary>
    /// <param name="operations">Each runs an operation that many times.</param>
    /// <param name="limitNs">The longest time, nanoseconds.</param>
    /// <param name="watch">The runtime's events.</param>
    public static WarmupResult Run(IReadOnlyList<Func<int, long>> operations, long limitNs, TierWatch watch)
    {
        long start = Stopwatch.GetTimestamp(), sum = 0;
        WarmupRest rest = new(PageFaults.Read());
        int methods = JitInfoCount();
        long finished = watch.FinishedCount;
        long[] calls = new long[operations.Count], batches = new long[operations.Count], took = new long[operations.Count];
        Array.Fill(batches, 1);
        while (true)
        {
            long now = start;
            for (int i = 0; i < batches.Length; i++)
            {
                if (calls[i] > 0 && took[i] < SliceNs / 2 && batches[i] < 1 << 24)
                    batches[i] *= 2;
                long before = Stopwatch.GetTimestamp();
                sum += operations[i]((int)batches[i]);
                calls[i] += batches[i];
                now = Stopwatch.GetTimestamp();
                took[i] = Nanoseconds(now - before);
            }

            int methodsNow = JitInfoCount();
            bool compiles = methodsNow != methods || watch.FinishedCount != finished || !watch.IsIdle;
            methods = methodsNow;
            finished = watch.FinishedCount;
            long elapsed = Nanoseconds(now - start);
            rest.Turn(elapsed, compiles, PageFaults.Read(), calls.Min());
            if (rest.IsOver || elapsed >= limitNs)
                return new WarmupResult(calls.Sum(), elapsed, rest.IsSettled, methods, finished, [.. batches.Select((batch, i) => SliceCalls(took[i], batch))], sum);
        }
    }

    private static long SliceCalls(long tookNs, long batch) => tookNs <= 0 ? batch : (long)Math.Clamp(batch * (double)SliceNs / tookNs, 1, 1 << 24);

    private static int JitInfoCount() => (int)JitInfo.GetCompiledMethodCount();

    private static long Nanoseconds(long ticks) => (long)(ticks * (1e9 / Stopwatch.Frequency));
}
