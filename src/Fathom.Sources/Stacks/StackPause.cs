using Fathom.Sources.Heap;

namespace Fathom.Sources.Stacks;

/// <summary>How long the target will presumably stand still for a look at its threads. An estimate: stacks differ in depth.</summary>
internal static class StackPause
{
    // Processor time for 20 to 500 threads of 10 to 20 frames is 0.8 ms each; the first stack also loads what the DAC needs to walk one.
    private static readonly TimeSpan s_firstStack = TimeSpan.FromMilliseconds(40);
    private static readonly TimeSpan s_perThread = TimeSpan.FromMilliseconds(1);

    /// <summary>Estimates from the number of threads, and for the heap from a rehearsal.</summary>
    public static TimeSpan Of(int processId, int threadCount, HeapRehearsal? rehearsal) =>
        PauseEstimate.Of(processId, rehearsal) + s_firstStack + (s_perThread * threadCount);
}
