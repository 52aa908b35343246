namespace Fathom.Recorder.Kernel.Calls;

/// <summary>Clocks of Linux in nanoseconds.</summary>
internal static unsafe class Clocks
{
    /// <summary>CLOCK_MONOTONIC, by which all sources are recorded.</summary>
    public const int Monotonic = 1;

    private const int Wall = 0;
    private const int SinceBoot = 7;

    /// <summary>Time on CLOCK_MONOTONIC.</summary>
    public static long NowNs() => Read(Monotonic);

    /// <summary>Time since the machine was started, with the time in which it slept.</summary>
    public static long SinceBootNs() => Read(SinceBoot);

    /// <summary>One moment on CLOCK_MONOTONIC and on the wall.</summary>
    public static (long WallNs, long MonotonicNs) Pair()
    {
        // Of several tries the one that took the shortest time tells best.
        (long Wall, long Monotonic, long Width) best = (0, 0, long.MaxValue);
        for (int i = 0; i < 5; i++)
        {
            long before = Read(Monotonic), wall = Read(Wall), after = Read(Monotonic);
            if (after - before < best.Width)
                best = (wall, before + ((after - before) / 2), after - before);
        }

        return (best.Wall, best.Monotonic);
    }

    private static long Read(int clock)
    {
        long* time = stackalloc long[2];
        _ = PerfCalls.Time(clock, time);
        return (time[0] * 1_000_000_000) + time[1];
    }
}
