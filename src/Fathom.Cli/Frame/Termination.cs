using System.Runtime.InteropServices;

namespace Fathom.Cli.Frame;

/// <summary>
/// Turns the first SIGINT or SIGTERM into a cancelled token, so that a target is let go and a temporary file is removed.
/// A second signal ends the process at once.
/// </summary>
internal sealed class Termination : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;
    private int _signalled;

    public Termination()
    {
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal);
        _terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal);
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Stop => _stop.Token;

    /// <summary>The exit code of a command that stopped because <see cref="Stop"/> was cancelled.</summary>
    public ExitCode ExitCode { get; private set; } = ExitCode.Interrupted;

    public void Dispose()
    {
        _interrupt.Dispose();
        _terminate.Dispose();
        _stop.Dispose();
    }

    private void OnSignal(PosixSignalContext signal)
    {
        if (Interlocked.Exchange(ref _signalled, 1) != 0)
            return;
        ExitCode = signal.Signal == PosixSignal.SIGTERM ? ExitCode.Terminated : ExitCode.Interrupted;
        signal.Cancel = true;
        _stop.Cancel();
    }
}
