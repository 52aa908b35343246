using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// While one lives, the kernel sends this process no SIGCHLD when a child or tracee stops; it does when one ends. .NET takes any status of
/// a child that it finds on that signal for the child's end, so a target that this process has started itself would seem to have ended
/// when it is stopped.
/// </summary>
internal sealed unsafe class QuietChildStops : IDisposable
{
    private static readonly Lock s_gate = new();
    private static int s_living;
    private static bool s_changed;

    private bool _disposed;

    private QuietChildStops()
    {
    }

    public static QuietChildStops Begin()
    {
        lock (s_gate)
        {
            if (s_living++ == 0)
                s_changed = TrySetFlag(isSet: true);
        }

        return new QuietChildStops();
    }

    public void Dispose()
    {
        if (_disposed)
            return;
        _disposed = true;
        lock (s_gate)
        {
            if (--s_living == 0 && s_changed)
                TrySetFlag(isSet: false);
        }
    }

    // False when there was nothing to change.
    private static bool TrySetFlag(bool isSet)
    {
        TraceCalls.SignalHandling handling;
        if (TraceCalls.SignalAction(TraceCalls.ChildSignal, null, &handling) != 0 || (handling.Flags & TraceCalls.NoChildStop) != 0 == isSet)
            return false;
        handling.Flags ^= TraceCalls.NoChildStop;
        return TraceCalls.SignalAction(TraceCalls.ChildSignal, &handling, null) == 0;
    }
}
