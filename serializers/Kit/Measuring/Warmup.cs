using System.Diagnostics;
using System.Runtime;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>Runs an operation until tiered compilation has nothing left to do for it.</summary>
public static class Warmup
{
    private const long SliceNs = 20_000_000;

    // A method is called 30 times before tier 1 is asked for, and the background compiler waits 100 ms after the last first call of any method.
    private const int LeastCalls = 60;
    private const long QuietNs = 250_000_000;

    /// <summary>Runs until tier-up was observed and then nothing more was compiled for 250 ms, or until the limit.</summary>
    /// <param name="operation">Runs the operation that many times.</param>
    /// <param name="limitNs">The longest time, nanoseconds.</param>
    /// <param name="watch">The runtime's events.</param>
    public static WarmupResult Run(Func<int, long> operation, long limitNs, TierWatch watch)
    {
        long start = Stopwatch.GetTimestamp(), lastChange = start, calls = 0, batch = 1, sum = 0;
        int methods = JitInfoCount();
        long finished = watch.FinishedCount;
        bool settled = false;
        while (true)
        {
            long before = Stopwatch.GetTimestamp();
            sum += operation((int)batch);
            calls += batch;
            long now = Stopwatch.GetTimestamp(), took = Nanoseconds(now - before);
            if (took < SliceNs / 2 && batch < 1 << 24)
                batch *= 2;
            int methodsNow = JitInfoCount();
            if (methodsNow != methods || watch.FinishedCount != finished || !watch.IsIdle)
            {
                methods = methodsNow;
                finished = watch.FinishedCount;
                lastChange = now;
            }

            settled = calls >= LeastCalls && Nanoseconds(now - lastChange) >= QuietNs;
            if (settled || Nanoseconds(now - start) >= limitNs)
                return new WarmupResult(calls, Nanoseconds(now - start), settled, methods, watch.FinishedCount, Math.Max(1, SliceCalls(took, batch)), sum);
        }
    }

    private static long SliceCalls(long tookNs, long batch) => tookNs <= 0 ? batch : (long)Math.Min(1 << 24, batch * (double)SliceNs / tookNs);

    private static int JitInfoCount() => (int)JitInfo.GetCompiledMethodCount();

    private static long Nanoseconds(long ticks) => (long)(ticks * (1e9 / Stopwatch.Frequency));
}
