using System.Runtime.InteropServices;

namespace Fathom.Cli.Frame;

/// <summary>The signals by which a guard hands on those that it got, so that a key press that reaches both processes does not count twice.</summary>
internal static class HandedOnSignal
{
    /// <summary>SIGUSR1 stands for a SIGINT.</summary>
    public const PosixSignal Interrupt = (PosixSignal)InterruptNumber;

    /// <summary>SIGUSR2 stands for a SIGTERM.</summary>
    public const PosixSignal Termination = (PosixSignal)TerminationNumber;

    /// <summary>The number of SIGUSR1.</summary>
    public const int InterruptNumber = 10;

    /// <summary>The number of SIGUSR2.</summary>
    public const int TerminationNumber = 12;
}
