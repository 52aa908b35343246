using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Fathom.Sources.Targets.Live;

/// <summary>Tells how much of a time the calling thread had a processor: on a busy machine everything takes as many times as long.</summary>
internal readonly unsafe partial struct ThreadClock
{
    private const int ThreadCpuTime = 3;
    private const double MostBusy = 20;
    private const long NanosecondsPerSecond = 1_000_000_000;

    private readonly long _start;
    private readonly long _cpuNs;

    private ThreadClock(long start, long cpuNs) => (_start, _cpuNs) = (start, cpuNs);

    /// <summary>Begins.</summary>
    public static ThreadClock Start() => new(Stopwatch.GetTimestamp(), CpuNs());

    /// <summary>Time since the start divided by processor time; 1 where the thread never waited. On the same thread.</summary>
    public double Busyness()
    {
        double cpuNs = CpuNs() - _cpuNs, wallNs = Stopwatch.GetElapsedTime(_start).TotalNanoseconds;
        return cpuNs <= 0 ? 1 : Math.Clamp(wallNs / cpuNs, 1, MostBusy);
    }

    private static long CpuNs()
    {
        TimeSpec now;
        return ClockGetTime(ThreadCpuTime, &now) == 0 ? (now.Seconds * NanosecondsPerSecond) + now.Nanoseconds : 0;
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int ClockGetTime(int clock, TimeSpec* time);

    private struct TimeSpec
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
