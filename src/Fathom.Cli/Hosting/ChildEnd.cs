namespace Fathom.Cli.Hosting;

/// <summary>How a child ended, as the kernel tells it.</summary>
/// <param name="Signal">The signal that ended it, or 0.</param>
/// <param name="Code">Its exit code; 0 where a signal ended it.</param>
internal readonly record struct ChildEnd(int Signal, int Code)
{
    /// <summary>What shells add to the number of a signal for an exit code.</summary>
    public const int FirstSignalCode = 128;

    /// <summary>The number of SIGABRT.</summary>
    public const int Abort = 6;

    private const int SignalMask = 0x7F;

    private static readonly Dictionary<int, string> s_crashes = new() { [4] = "SIGILL", [5] = "SIGTRAP", [Abort] = "SIGABRT", [7] = "SIGBUS", [8] = "SIGFPE", [11] = "SIGSEGV" };

    /// <summary>The name of the signal where it is one of a crash, else null.</summary>
    public string? Crash => s_crashes.GetValueOrDefault(Signal);

    /// <summary>Reads the status that waitpid gives. A child that says by its code that it aborted was ended by that signal.</summary>
    public static ChildEnd Of(int status)
    {
        int signal = status & SignalMask, code = status >> 8 & 0xFF;
        return signal == 0 && code == FirstSignalCode + Abort ? new ChildEnd(Abort, 0) : new ChildEnd(signal, signal == 0 ? code : 0);
    }
}
