using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Cli.Frame;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Cli.Hosting;

/// <summary>
/// Runs a command about a core file or a process in a second process, and says in a sentence when that one crashes. The data access library is native code of
/// the runtime that follows pointers of what it reads; where they are damaged, or change meanwhile, it can end the process that it is loaded into with a
/// signal and without a word.
/// </summary>
/// <remarks>
/// <para>
/// The second process has the same standard streams, terminal, folder, user and rights: it only dies alone, and when the first one is killed, it dies too. The
/// kernel lets a target go as soon as who stopped it has ended. It costs one start of the runtime, 20 to 40 ms (docs/dac.md).
/// </para>
/// <para>
/// A key press on a terminal reaches both processes, a signal of another program often only the first. So that one press does not count twice, the first hands
/// signals on as others (<see cref="HandedOnSignal"/>), and <see cref="Termination"/> counts both kinds.
/// </para>
/// </remarks>
internal static class CrashGuard
{
    /// <summary>The first argument of a Fathom that needs no guard, as whoever started it tells of its crash.</summary>
    public const string NotNeeded = "--unguarded";

    /// <summary>Runs the command and returns its exit code.</summary>
    /// <param name="args">The arguments of this process.</param>
    /// <param name="risk">What they name.</param>
    public static int Run(string[] args, CrashRisk risk)
    {
        int child = 0, early = 0;
        using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => HandOn(signal, HandedOnSignal.InterruptNumber));
        using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => HandOn(signal, HandedOnSignal.TerminationNumber));
        int started = GuardedChild.Start([.. OwnCommand.Line(), GuardedSide.Argument, Environment.ProcessId.ToString(CultureInfo.InvariantCulture), .. args]);
        if (started == 0)
            return Report(risk.NotStarted());
        Interlocked.Exchange(ref child, started);
        if (Interlocked.Exchange(ref early, 0) is not 0 and int missed)
            _ = SignalCalls.TrySend(started, missed);
        if (GuardedChild.Wait(started) is not { } end)
            return (int)ExitCode.Partial;
        Interlocked.Exchange(ref child, 0);
        return end.Signal switch
        {
            0 => end.Code,
            // It had not got as far as to answer them, or it was the second one.
            HandedOnSignal.InterruptNumber => (int)ExitCode.Interrupted,
            HandedOnSignal.TerminationNumber => (int)ExitCode.Terminated,
            _ => end.Crash is { } name ? Report(risk.Crashed(name)) : ChildEnd.FirstSignalCode + end.Signal,
        };

        void HandOn(PosixSignalContext signal, int handedOn)
        {
            signal.Cancel = true;
            // One that comes before there is anybody waits; whichever side looks second finds it.
            Interlocked.Exchange(ref early, handedOn);
            if (Interlocked.CompareExchange(ref child, 0, 0) is > 0 and int running && Interlocked.Exchange(ref early, 0) != 0)
                _ = SignalCalls.TrySend(running, handedOn);
        }
    }

    private static int Report(FathomException failure)
    {
        using StandardStream output = new(StandardStream.Output);
        using StandardStream error = new(StandardStream.Error);
        using Termination termination = new();
        using CommandContext context = CommandContext.OfThisProcess(output, error, TerminalFacts.OfThisProcess(), termination);
        return (int)ErrorReport.Write(failure, context);
    }
}
