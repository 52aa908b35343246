using System.Runtime.InteropServices;

namespace Fathom.Sources.Machine.Processes;

/// <summary>Signals to processes, by the numbers of Linux. Source: kill(2), signal(7).</summary>
public static partial class SignalCalls
{
    /// <summary>SIGKILL: ends at once.</summary>
    public const int Kill = 9;

    /// <summary>SIGTERM: asks to end.</summary>
    public const int Terminate = 15;

    /// <summary>SIGCONT: goes on.</summary>
    public const int Continue = 18;

    /// <summary>SIGSTOP: halts, and cannot be put off.</summary>
    public const int Stop = 19;

    /// <summary>Sends a signal.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="signal">The signal.</param>
    /// <returns>False where there is no such process, or it is not ours.</returns>
    public static bool TrySend(int processId, int signal) => Send(processId, signal) == 0;

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Send(int processId, int signal);
}
