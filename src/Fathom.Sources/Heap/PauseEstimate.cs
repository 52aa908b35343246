using Fathom.Sources.Processes;
using Fathom.Sources.Target;

namespace Fathom.Sources.Heap;

/// <summary>How long the target will presumably stand still. An estimate: the heap may grow until then, and its layout decides the speed.</summary>
internal static class PauseEstimate
{
    // Used where there was no rehearsal: 10 million mixed objects were walked at 4.5 to 6 GB/s on one core of a small cloud machine.
    private const double AssumedBytesPerSecond = 3e9;

    /// <summary>
    /// How much longer a stop takes than its rehearsal: the target's threads have to stop and go on, and its memory is cold. Medians of 1.0 to 1.5 were
    /// measured for the views of a web program on a machine with far more to do than it has processors.
    /// </summary>
    public const double OverRehearsal = 1.25;

    private static readonly TimeSpan s_fixed = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan s_perThread = TimeSpan.FromMilliseconds(0.05);

    // More figures would claim a precision that no estimate has.
    private static readonly TimeSpan s_step = TimeSpan.FromMilliseconds(10);

    /// <summary>Estimates, rounded up to whole 10 ms, from a rehearsal or, without one, from the resident memory that no file backs, of which the heap is a part.</summary>
    public static TimeSpan Of(int processId, HeapRehearsal? rehearsal)
    {
        TimeSpan stopping = s_fixed + (s_perThread * ProcessThreads.Of(processId).Count);
        if (rehearsal is { BytesPerSecond: > 0 } seen)
            return RoundUp(stopping + (OverRehearsal * (seen.OutlineTime + TimeSpan.FromSeconds(seen.AllocatedBytes / seen.BytesPerSecond))));
        return RoundUp(stopping + TimeSpan.FromSeconds((ProcStatus.Of(processId)?.AnonymousBytes ?? 0) / AssumedBytesPerSecond));
    }

    /// <summary>Rounds up to whole 10 ms.</summary>
    public static TimeSpan RoundUp(TimeSpan time) => s_step * Math.Ceiling(time / s_step);
}
