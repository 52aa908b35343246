using Fathom.Sources.Processes;
using Fathom.Sources.Target;

namespace Fathom.Sources.Heap;

/// <summary>How long the target will presumably stand still. An estimate: the heap may grow until then, and its layout decides the speed.</summary>
internal static class PauseEstimate
{
    // Used where there was no rehearsal: 10 million mixed objects were walked at 4.5 to 6 GB/s on one core of a small cloud machine.
    private const double AssumedBytesPerSecond = 3e9;

    private static readonly TimeSpan s_fixed = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan s_perThread = TimeSpan.FromMilliseconds(0.05);

    // More figures would claim a precision that no estimate has.
    private static readonly TimeSpan s_step = TimeSpan.FromMilliseconds(10);

    /// <summary>Estimates, rounded up to whole 10 ms, from a rehearsal or, without one, from the resident memory that no file backs, of which the heap is a part.</summary>
    public static TimeSpan Of(int processId, HeapRehearsal? rehearsal)
    {
        TimeSpan stopping = s_fixed + (s_perThread * ProcessThreads.Of(processId).Count);
        if (rehearsal is { BytesPerSecond: > 0 } seen)
            return RoundUp(stopping + seen.OutlineTime + TimeSpan.FromSeconds(seen.AllocatedBytes / seen.BytesPerSecond));
        return RoundUp(stopping + TimeSpan.FromSeconds((ProcStatus.Of(processId)?.AnonymousBytes ?? 0) / AssumedBytesPerSecond));
    }

    private static TimeSpan RoundUp(TimeSpan time) => s_step * Math.Ceiling(time / s_step);
}
