using System.Runtime.CompilerServices;

namespace Phases;

/// <summary>Processor time in a chain of methods: 60 % of it in one, 40 % in another.</summary>
/// <remarks>
/// They are compiled once: a method that is replaced while it runs (OSR) leaves a chain of frame pointers that leads past its caller, so time of callers would not be what this says.
/// </remarks>
internal static class CpuPhase
{
    private const int Steps = 20_000;

    private static ulong s_sink;

    public static void Run(Phase phase, int milliseconds)
    {
        phase.Fact("first_ns", milliseconds * 600_000L);
        phase.Fact("second_ns", milliseconds * 400_000L);
        phase.Run(_ => Root(milliseconds * 1_000_000L));
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Root(long cpuNs)
    {
        First(ThreadClock.Cpu + (cpuNs * 6 / 10));
        Second(ThreadClock.Cpu + (cpuNs * 4 / 10));
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void First(long untilNs)
    {
        while (ThreadClock.Cpu < untilNs)
            Work();
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Second(long untilNs)
    {
        while (ThreadClock.Cpu < untilNs)
            Work();
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Work()
    {
        ulong value = s_sink;
        for (int i = 0; i < Steps; i++)
            value = (value * 6364136223846793005) + 1442695040888963407;
        s_sink = value;
    }
}
