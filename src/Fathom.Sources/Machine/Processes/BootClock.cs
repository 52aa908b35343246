using Fathom.Model;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// Turns clock ticks since boot into time. /proc counts the start of a process in ticks (10 ms on all common machines) since boot; <c>btime</c> of
/// /proc/stat has whole seconds only, so boot is taken from two clocks of the kernel instead, and a start time is exact to one tick.
/// </summary>
/// <param name="BootUnixNs">Moment of boot, nanoseconds since 1970-01-01 UTC.</param>
/// <param name="NowUnixNs">The moment that ages are counted to.</param>
/// <param name="TicksPerSecond">Clock ticks per second.</param>
public readonly record struct BootClock(long BootUnixNs, long NowUnixNs, long TicksPerSecond)
{
    private const long NsPerSecond = 1_000_000_000;

    /// <summary>The clocks of this machine, now.</summary>
    public static unsafe BootClock Now()
    {
        ClockCalls.TimeSpec boot;
        ClockCalls.TimeSpec real;
        long ticks = ClockCalls.SysConf(ClockCalls.ClockTicksName);
        if (ClockCalls.GetTime(ClockCalls.BootTimeClock, &boot) != 0 || ClockCalls.GetTime(ClockCalls.RealTimeClock, &real) != 0 || ticks <= 0)
        {
            throw FathomException.NotPossible(
                "The kernel does not report when it booted (clock_gettime of CLOCK_BOOTTIME failed).", "run Fathom on Linux 2.6.39 or newer");
        }

        return new BootClock(real.TotalNanoseconds - boot.TotalNanoseconds, real.TotalNanoseconds, ticks);
    }

    /// <summary>When a process started, nanoseconds since 1970-01-01 UTC.</summary>
    public long StartUnixNs(long startTicks) => BootUnixNs + SinceBootNs(startTicks);

    /// <summary>How long a process has run, nanoseconds; never below zero.</summary>
    public long AgeNs(long startTicks) => Math.Max(0, NowUnixNs - StartUnixNs(startTicks));

    /// <summary>From the start of the machine to that of a process, nanoseconds.</summary>
    public long SinceBootNs(long startTicks) => (startTicks / TicksPerSecond * NsPerSecond) + (startTicks % TicksPerSecond * NsPerSecond / TicksPerSecond);
}
