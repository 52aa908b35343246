using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Heap.Reading;

/// <summary>
/// How long the target will presumably stand still: what its rehearsal took, and what stopping costs. An estimate in the middle, not a bound: the heap may grow
/// until then, memory is cold, and a busy machine may have other things to do in between.
/// </summary>
internal static class PauseEstimate
{
    // Used where there was no rehearsal: 10 million mixed objects were walked at 4.5 to 6 GB/s on one core of a small cloud machine.
    private const double AssumedBytesPerSecond = 3e9;

    private static readonly TimeSpan s_fixed = TimeSpan.FromMilliseconds(3);
    private static readonly TimeSpan s_perThread = TimeSpan.FromMilliseconds(0.05);

    // More figures would claim a precision that no estimate has; coarser ones are an error of their own where the stop is short.
    private static readonly (TimeSpan Until, TimeSpan Step)[] s_steps =
    [
        (TimeSpan.FromMilliseconds(20), TimeSpan.FromMilliseconds(1)),
        (TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(5)),
        (TimeSpan.MaxValue, TimeSpan.FromMilliseconds(10)),
    ];

    /// <summary>Estimates, as it is said.</summary>
    /// <param name="processId">Number of the target (pid).</param>
    /// <param name="rehearsal">What was rehearsed, or null.</param>
    public static TimeSpan Of(int processId, HeapRehearsal? rehearsal) => Said(Exactly(processId, rehearsal));

    /// <summary>Estimates from a rehearsal or, without one, from the resident memory that no file backs, of which the heap is a part. For a part of a sum.</summary>
    /// <param name="processId">Number of the target (pid).</param>
    /// <param name="rehearsal">What was rehearsed, or null.</param>
    public static TimeSpan Exactly(int processId, HeapRehearsal? rehearsal)
    {
        TimeSpan stopping = s_fixed + (s_perThread * ProcessThreads.Of(processId).Count);
        return rehearsal is { BytesPerSecond: > 0 } seen
            ? stopping + seen.OutlineTime + TimeSpan.FromSeconds(seen.AllocatedBytes / seen.BytesPerSecond)
            : stopping + TimeSpan.FromSeconds((ProcStatus.Of(processId)?.AnonymousBytes ?? 0) / AssumedBytesPerSecond);
    }

    /// <summary>Rounds a sum up once: to whole milliseconds up to 20, to 5 ms up to 50, and to 10 ms above.</summary>
    public static TimeSpan Said(TimeSpan time)
    {
        TimeSpan step = s_steps.First(entry => time <= entry.Until).Step;
        return step * Math.Ceiling(time / step);
    }
}
