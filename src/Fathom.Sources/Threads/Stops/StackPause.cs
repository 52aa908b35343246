using Fathom.Sources.Heap.Reading;

namespace Fathom.Sources.Threads.Stops;

/// <summary>How long the target will presumably stand still for a look at its threads.</summary>
internal static class StackPause
{
    // Of 16 to 1,000 threads on quiet small machines a stack took 0.1 to 0.27 ms; how many frames it has is not known before. The first one loads what the data access library needs to walk one.
    private static readonly TimeSpan s_firstStack = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan s_perStack = TimeSpan.FromMilliseconds(0.14);

    // Processor time for the references that stacks hold: their frames are named too.
    private static readonly TimeSpan s_firstRoots = TimeSpan.FromMilliseconds(15);
    private static readonly TimeSpan s_perThread = TimeSpan.FromMilliseconds(0.2);

    /// <summary>Estimates from the rehearsals of the stop and of what is asked of the heap in it.</summary>
    /// <param name="processId">Number of the target (pid).</param>
    /// <param name="threadCount">Its threads.</param>
    /// <param name="times">The rehearsal of the stop, or null.</param>
    /// <param name="walk">The rehearsal of the walk over the heap, where it is not copied; null for none.</param>
    /// <param name="inspection">The look into the objects, where they are not copied.</param>
    public static TimeSpan Of(int processId, int threadCount, StopTimes? times, HeapRehearsal? walk, TimeSpan inspection = default)
    {
        TimeSpan others = PauseEstimate.Exactly(processId, (walk ?? new HeapRehearsal(0, TimeSpan.Zero, 1)) with { OutlineTime = TimeSpan.Zero });
        return PauseEstimate.Said(others + inspection + (times?.Sum ?? Stacks(threadCount, 1)));
    }

    /// <summary>Estimates for the stacks alone, which cannot be rehearsed.</summary>
    /// <param name="threadCount">How many there are.</param>
    /// <param name="pace">How many times as long as on a quiet machine such work takes, as <see cref="Targets.Live.ReadingPace"/> tells.</param>
    public static TimeSpan Stacks(int threadCount, double pace) => pace * (s_firstStack + (s_perStack * threadCount));

    /// <summary>Estimates for the references that the stacks hold, which cannot be rehearsed.</summary>
    /// <param name="threadCount">How many there are.</param>
    /// <param name="busyness">How many times as long as its processor time work takes on this machine now.</param>
    public static TimeSpan Roots(int threadCount, double busyness) => busyness * (s_firstRoots + (s_perThread * threadCount));
}
