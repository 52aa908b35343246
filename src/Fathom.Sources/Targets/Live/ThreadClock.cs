using System.Diagnostics;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>Tells how much of a time the calling thread had a processor: on a busy machine everything takes as many times as long.</summary>
internal readonly struct ThreadClock
{
    private const double MostBusy = 20;

    private readonly long _start;
    private readonly long _cpuNs;

    private ThreadClock(long start, long cpuNs) => (_start, _cpuNs) = (start, cpuNs);

    /// <summary>Begins.</summary>
    public static ThreadClock Start() => new(Stopwatch.GetTimestamp(), ClockCalls.ThreadCpuNs());

    /// <summary>Time since the start divided by processor time; 1 where the thread never waited. On the same thread.</summary>
    public double Busyness()
    {
        double cpuNs = ClockCalls.ThreadCpuNs() - _cpuNs, wallNs = Stopwatch.GetElapsedTime(_start).TotalNanoseconds;
        return cpuNs <= 0 ? 1 : Math.Clamp(wallNs / cpuNs, 1, MostBusy);
    }
}
