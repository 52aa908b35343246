using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Surroundings;

/// <summary>The processor time of the thread that asks.</summary>
internal static unsafe class ThreadClock
{
    private const int OfThread = 3;

    /// <summary>Nanoseconds since the thread began; 0 where the kernel does not tell.</summary>
    public static long CpuNs()
    {
        ClockCalls.TimeSpec time = default;
        return ClockCalls.GetTime(OfThread, &time) == 0 ? time.TotalNanoseconds : 0;
    }
}
