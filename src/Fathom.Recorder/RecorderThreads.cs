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
    public static void Favor() => PerfCalls.Favor(Nice);
}
