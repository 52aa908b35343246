using System.Diagnostics;
using System.Runtime;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>Runs operations in turns until tiered compilation has nothing left to do for them.</summary>
public static class Warmup
{
    private const long SliceNs = 20_000_000;

    // A method is called 30 times before tier 1 is asked for, and the background compiler waits 100 ms after the last first call of any method.
    private const int LeastCalls = 60;
    private const long QuietNs = 250_000_000;

    // What was first called before the warm-up is sometimes asked for only then, with nothing compiled for longer than the quiet time meanwhile.
    private const long LeastNs = 1_000_000_000;

    /// <summary>Runs for a second at least, until tier-up was observed and then nothing more was compiled for 250 ms, or until the limit.</summary>
    /// <param name="operations">Each runs an operation that many times.</param>
    /// <param name="limitNs">The longest time, nanoseconds.</param>
    /// <param name="watch">The runtime's events.</param>
    public static WarmupResult Run(IReadOnlyList<Func<int, long>> operations, long limitNs, TierWatch watch)
    {
        long start = Stopwatch.GetTimestamp(), lastChange = start, sum = 0;
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
            if (methodsNow != methods || watch.FinishedCount != finished || !watch.IsIdle)
            {
                methods = methodsNow;
                finished = watch.FinishedCount;
                lastChange = now;
            }

            long elapsed = Nanoseconds(now - start);
            bool settled = calls.Min() >= LeastCalls && elapsed >= LeastNs && Nanoseconds(now - lastChange) >= QuietNs;
            if (settled || elapsed >= limitNs)
                return new WarmupResult(calls.Sum(), elapsed, settled, methods, finished, [.. batches.Select((batch, i) => SliceCalls(took[i], batch))], sum);
        }
    }

    private static long SliceCalls(long tookNs, long batch) => tookNs <= 0 ? batch : (long)Math.Clamp(batch * (double)SliceNs / tookNs, 1, 1 << 24);

    private static int JitInfoCount() => (int)JitInfo.GetCompiledMethodCount();

    private static long Nanoseconds(long ticks) => (long)(ticks * (1e9 / Stopwatch.Frequency));
}
