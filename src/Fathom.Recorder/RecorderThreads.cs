using System.Runtime.InteropServices;

namespace Fathom.Recorder;

/// <summary>Threads of a recorder among programs that take all processors.</summary>
/// <remarks>Source: setpriority(2): on Linux nice belongs to a thread, and a new thread takes it from the one that starts it.</remarks>
public static partial class RecorderThreads
{
    private const int Nice = -15;
    private const int OfProcess = 0;
    private const uint CallingThread = 0;

    /// <summary>
    /// Lets the calling thread, and all that it starts from now on, have a processor sooner than others, so that a recording does not end at one source long before it does at another. Without the
    /// right to it (CAP_SYS_NICE) nothing changes. No program may be started from such a thread.
    /// </summary>
    /// <returns>What the thread had, for <see cref="Restore"/>.</returns>
    public static int Favor()
    {
        int before = GetPriority(OfProcess, CallingThread);
        _ = SetPriority(OfProcess, CallingThread, Nice);
        return before;
    }

    /// <summary>Takes it back from the calling thread; those that it has started keep it.</summary>
    /// <param name="before">What it had.</param>
    public static void Restore(int before) => _ = SetPriority(OfProcess, CallingThread, before);

    [LibraryImport("libc", EntryPoint = "getpriority")]
    private static partial int GetPriority(int which, uint who);

    [LibraryImport("libc", EntryPoint = "setpriority")]
    private static partial int SetPriority(int which, uint who, int nice);
}
