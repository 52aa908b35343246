using Fathom.Recorder.Kernel.Calls;

namespace Fathom.Recorder;

/// <summary>Threads of a recorder among programs that take all processors.</summary>
public static class RecorderThreads
{
    private const int Nice = -15;

    /// <summary>
    /// Lets the calling thread, and all that it starts from now on, have a processor sooner than others, so that a recording does not end at one source long before it does at another. Without the
    /// right to it (CAP_SYS_NICE) nothing changes. No program may be started from such a thread.
    /// </summary>
    /// <returns>What the thread had, for <see cref="Restore"/>.</returns>
    public static int Favor()
    {
        int before = PerfCalls.Priority();
        PerfCalls.SetPriority(Nice);
        return before;
    }

    /// <summary>Takes it back from the calling thread; those that it has started keep it.</summary>
    /// <param name="before">What it had.</param>
    public static void Restore(int before) => PerfCalls.SetPriority(before);
}
