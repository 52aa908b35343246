using System.Runtime.InteropServices;

namespace Fathom.Cli.Frame;

/// <summary>
/// Turns the first SIGINT or SIGTERM into a cancelled token, so that a target is let go and a temporary file is removed.
/// A second signal ends the process at once.
/// </summary>
/// <remarks>
/// Under a guard one request can come twice, from who sent it and from the guard, in any order. What came from each is counted, and the larger
/// count is that of the requests.
/// </remarks>
internal sealed class Termination : IDisposable
{
    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration[] _registrations;
    private int _sent;
    private int _handedOn;

    /// <summary>Begins to listen.</summary>
    /// <param name="isGuarded">Whether a guard hands signals on.</param>
    public Termination(bool isGuarded = false)
    {
        PosixSignal[] signals = isGuarded
            ? [PosixSignal.SIGINT, PosixSignal.SIGTERM, HandedOnSignal.Interrupt, HandedOnSignal.Termination]
            : [PosixSignal.SIGINT, PosixSignal.SIGTERM];
        _registrations = Array.ConvertAll(signals, signal => PosixSignalRegistration.Create(signal, OnSignal));
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Stop => _stop.Token;

    /// <summary>The exit code of a command that stopped because <see cref="Stop"/> was cancelled.</summary>
    public ExitCode ExitCode { get; private set; } = ExitCode.Interrupted;

    public void Dispose()
    {
        foreach (PosixSignalRegistration registration in _registrations)
            registration.Dispose();
        _stop.Dispose();
    }

    private void OnSignal(PosixSignalContext signal)
    {
        int requests = Count(signal.Signal, out bool isNew);
        if (isNew && requests > 1)
            return;
        signal.Cancel = true;
        if (!isNew)
            return;
        ExitCode = signal.Signal is PosixSignal.SIGTERM or HandedOnSignal.Termination ? ExitCode.Terminated : ExitCode.Interrupted;
        _stop.Cancel();
    }

    private int Count(PosixSignal signal, out bool isNew)
    {
        lock (_gate)
        {
            int before = Math.Max(_sent, _handedOn);
            if (signal is HandedOnSignal.Interrupt or HandedOnSignal.Termination)
                _handedOn++;
            else
                _sent++;
            int now = Math.Max(_sent, _handedOn);
            isNew = now > before;
            return now;
        }
    }
}
