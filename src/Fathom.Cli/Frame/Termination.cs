using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Frame;

/// <summary>
/// Turns the first SIGINT or SIGTERM into a cancelled token, so that a target is let go and a temporary file is removed. A second request ends the process at once; signals
/// close together are one request, because a shell and timeout(1) both send one. A SIGTERM has a deadline: who sent it kills what has not ended.
/// </summary>
/// <remarks>
/// Under a guard one request can come twice, from who sent it and from the guard, in any order. What came from each is counted, and the larger
/// count is that of the requests.
/// </remarks>
internal sealed partial class Termination : IDisposable
{
    /// <summary>Signals that come within this time are one request.</summary>
    internal static readonly TimeSpan OneRequest = TimeSpan.FromMilliseconds(500);

    // A verb ends within 2 s of SIGTERM.
    private static readonly TimeSpan s_untilSoon = TimeSpan.FromMilliseconds(700);
    private static readonly TimeSpan s_untilNow = TimeSpan.FromMilliseconds(600);
    private static readonly TimeSpan s_lastWords = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan s_lastDeeds = TimeSpan.FromMilliseconds(500);

    private static volatile bool s_isEnding;

    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly Deadline _deadline = new(s_untilSoon, s_untilNow, EndNow);
    private readonly PosixSignalRegistration[] _registrations;
    private RequestCount _sent;
    private RequestCount _handedOn;

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

    /// <summary>Cancelled some time after a SIGTERM, when what is still being done must be left as it is: the process ends half a second later, whatever it does.</summary>
    public CancellationToken Soon => _deadline.Soon;

    /// <summary>The exit code of a command that stopped because <see cref="Stop"/> was cancelled.</summary>
    public ExitCode ExitCode { get; private set; } = ExitCode.Interrupted;

    public void Dispose()
    {
        _deadline.Dispose();
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
        bool isTermination = signal.Signal is PosixSignal.SIGTERM or HandedOnSignal.Termination;
        if (isTermination)
            _deadline.Begin();
        if (!isNew)
            return;
        ExitCode = isTermination ? ExitCode.Terminated : ExitCode.Interrupted;
        _stop.Cancel();
    }

    private int Count(PosixSignal signal, out bool isNew)
    {
        lock (_gate)
        {
            int before = Math.Max(_sent.Requests, _handedOn.Requests);
            if (signal is HandedOnSignal.Interrupt or HandedOnSignal.Termination)
                _handedOn.Add(Stopwatch.GetTimestamp());
            else
                _sent.Add(Stopwatch.GetTimestamp());
            int now = Math.Max(_sent.Requests, _handedOn.Requests);
            isNew = now > before;
            return now;
        }
    }

    /// <summary>
    /// Waits for the end of the process where it has begun. What a thread meets then, such as a folder that is gone, is no answer and no
    /// error of its own.
    /// </summary>
    /// <returns>False where the process goes on; it does not return otherwise.</returns>
    public static bool WaitForEnd()
    {
        if (!s_isEnding)
            return false;
        using ManualResetEvent never = new(false);
        return never.WaitOne();
    }

    private static void EndNow()
    {
        s_isEnding = true;
        Thread words = new(static () =>
        {
            using StandardStream error = new(StandardStream.Error);
            error.Write("stopped before the result was complete\n"u8);
        }) { IsBackground = true };
        Thread deeds = new(PrivateFolder.RemoveAll) { IsBackground = true };
        words.Start();
        deeds.Start();
        words.Join(s_lastWords);
        deeds.Join(s_lastDeeds);
        // The kernel lets a traced program go and closes sessions and rings.
        // What was begun under a temporary name beside a result stays so.
        ExitNow((int)ExitCode.Terminated);
    }

    /// <summary>Ends this process at once, without what it would do at its end.</summary>
    [LibraryImport("libc", EntryPoint = "_exit")]
    internal static partial void ExitNow(int code);
}
