namespace Fathom.Model.Scheduling;

/// <summary>Reasons from the states of the Linux scheduler.</summary>
public static class ThreadStops
{
    private const int Uninterruptible = 2;
    private const int Stopped = 4 | 8;
    private const int Dead = 16 | 32;

    /// <summary>The reason for which a thread left its processor.</summary>
    /// <param name="state">Bits of its state: 1 S, 2 D, 4 T, 8 t, 16 X, 32 Z, 64 P, 128 I.</param>
    /// <param name="isPreempted">Whether it was made to leave.</param>
    public static ThreadStop Of(int state, bool isPreempted) =>
        isPreempted || state == 0 ? ThreadStop.Preempted
        : (state & Dead) != 0 ? ThreadStop.Dead
        : (state & Stopped) != 0 ? ThreadStop.Stopped
        : (state & Uninterruptible) != 0 ? ThreadStop.Uninterruptible
        : ThreadStop.Sleeping;
}
