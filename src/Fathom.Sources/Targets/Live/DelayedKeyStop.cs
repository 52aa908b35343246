using System.Runtime.InteropServices;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// While one lives, Ctrl-Z (SIGTSTP) does not stop this process; when it ends, the process stops then, unless it was told to go on meanwhile. A tracer that is
/// stopped itself lets nobody go, so the target would stand still until somebody types 'fg'.
/// </summary>
/// <remarks>SIGSTOP cannot be put off; who sends it to a tracer stops the target too.</remarks>
internal sealed class DelayedKeyStop : IDisposable
{
    private readonly PosixSignalRegistration? _stop;
    private readonly PosixSignalRegistration? _goOn;
    private int _isAsked;

    public DelayedKeyStop()
    {
        if (OperatingSystem.IsWindows())
            return;
        _stop = PosixSignalRegistration.Create(PosixSignal.SIGTSTP, signal =>
        {
            signal.Cancel = true;
            Volatile.Write(ref _isAsked, 1);
        });
        _goOn = PosixSignalRegistration.Create(PosixSignal.SIGCONT, _ => Volatile.Write(ref _isAsked, 0));
    }

    public void Dispose()
    {
        _stop?.Dispose();
        _goOn?.Dispose();
        if (Interlocked.Exchange(ref _isAsked, 0) != 0)
            _ = SignalCalls.TrySend(Environment.ProcessId, SignalCalls.Stop);
    }
}
