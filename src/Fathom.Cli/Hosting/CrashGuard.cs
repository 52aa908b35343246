using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Cli.Frame;
using Fathom.Sources.Dumps;
using Fathom.Sources.Processes;

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
/// signals on as others (<see cref="HandedOnInterrupt"/>), and <see cref="Termination"/> counts both kinds.
/// </para>
/// </remarks>
internal static unsafe partial class CrashGuard
{
    /// <summary>The first argument of a Fathom that is guarded, followed by the number of its guard. Not a verb: nobody types it.</summary>
    public const string Argument = "--guarded-by";

    /// <summary>The first argument of a Fathom that needs no guard, as whoever started it tells of its crash.</summary>
    public const string NotNeeded = "--unguarded";

    /// <summary>SIGUSR1 stands for a SIGINT that the guard got.</summary>
    public const PosixSignal HandedOnInterrupt = (PosixSignal)InterruptOfGuard;

    /// <summary>SIGUSR2 stands for a SIGTERM that the guard got.</summary>
    public const PosixSignal HandedOnTermination = (PosixSignal)TerminationOfGuard;

    private const int InterruptOfGuard = 10;
    private const int TerminationOfGuard = 12;
    private const int InterruptedCall = 4;
    private const int AbortSignal = 6;
    private const int ParentDeathSignal = 1;
    private const int SignalMask = 0x7F;
    private const int FirstSignalCode = 128;

    private static readonly Dictionary<int, string> s_crashes = new() { [4] = "SIGILL", [5] = "SIGTRAP", [6] = "SIGABRT", [7] = "SIGBUS", [8] = "SIGFPE", [11] = "SIGSEGV" };

    /// <summary>Ties the life of this process to that of its guard.</summary>
    /// <param name="guard">Number of the guard.</param>
    /// <returns>Whether the guard still is there.</returns>
    public static bool StayWith(string guard)
    {
        _ = ProcessControl(ParentDeathSignal, SignalCalls.Kill, 0, 0, 0);
        // An exception in what the data access library calls back cannot pass through it, and would end the process with a stack trace.
        AppDomain.CurrentDomain.UnhandledException += static (_, unhandled) =>
        {
            if (unhandled.ExceptionObject is Exception e && CoreDamage.Shows(e))
                ExitNow(FirstSignalCode + AbortSignal);
        };
        OwnGuard.ProcessId = ParentProcess();
        return OwnGuard.ProcessId.ToString(CultureInfo.InvariantCulture) == guard;
    }

    /// <summary>Runs the command and returns its exit code.</summary>
    /// <param name="args">The arguments of this process.</param>
    /// <param name="risk">What they name.</param>
    public static int Run(string[] args, CrashRisk risk)
    {
        int child = 0, early = 0;
        using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => HandOn(signal, InterruptOfGuard));
        using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => HandOn(signal, TerminationOfGuard));
        int started = Start([.. OwnCommand.Line(), Argument, Environment.ProcessId.ToString(CultureInfo.InvariantCulture), .. args]);
        if (started == 0)
            return Report(risk.NotStarted());
        Interlocked.Exchange(ref child, started);
        if (Interlocked.Exchange(ref early, 0) is not 0 and int missed)
            _ = SignalCalls.TrySend(started, missed);
        int status;
        while (WaitFor(started, &status, 0) < 0)
        {
            if (Marshal.GetLastPInvokeError() != InterruptedCall)
                return (int)ExitCode.Partial;
        }

        Interlocked.Exchange(ref child, 0);
        int ended = status & SignalMask, code = status >> 8 & 0xFF;
        if (ended == 0 && code == FirstSignalCode + AbortSignal)
            ended = AbortSignal;
        return ended switch
        {
            0 => code,
            // It had not got as far as to answer them, or it was the second one.
            InterruptOfGuard => (int)ExitCode.Interrupted,
            TerminationOfGuard => (int)ExitCode.Terminated,
            _ => s_crashes.TryGetValue(ended, out string? name) ? Report(risk.Crashed(name)) : FirstSignalCode + ended,
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

    // Not by Process, which loads more than all that a guard needs, and takes over the waiting for children.
    private static int Start(string[] command)
    {
        // Variables need not be text, so their bytes are handed on as they are.
        byte[] variables = File.ReadAllBytes("/proc/self/environ");
        int count = variables.AsSpan().Count((byte)0);
        byte** arguments = stackalloc byte*[command.Length + 1];
        byte** environment = (byte**)NativeMemory.AllocZeroed((nuint)count + 1, (nuint)sizeof(byte*));
        try
        {
            for (int i = 0; i < command.Length; i++)
                arguments[i] = (byte*)Marshal.StringToCoTaskMemUTF8(command[i]);
            arguments[command.Length] = null;
            fixed (byte* text = variables)
            {
                for (int i = 0, at = 0; i < count; at += variables.AsSpan(at).IndexOf((byte)0) + 1)
                    environment[i++] = text + at;
                int process;
                return Spawn(&process, arguments[0], null, null, arguments, environment) == 0 ? process : 0;
            }
        }
        finally
        {
            for (int i = 0; i < command.Length; i++)
                Marshal.FreeCoTaskMem((nint)arguments[i]);
            NativeMemory.Free(environment);
        }
    }

    private static int Report(FathomException failure)
    {
        using StandardStream output = new(StandardStream.Output);
        using StandardStream error = new(StandardStream.Error);
        using Termination termination = new();
        using CommandContext context = CommandContext.OfThisProcess(output, error, termination);
        return (int)ErrorReport.Write(failure, context);
    }

    [LibraryImport("libc", EntryPoint = "posix_spawnp")]
    private static partial int Spawn(int* process, byte* program, void* fileActions, void* attributes, byte** arguments, byte** environment);

    [LibraryImport("libc", EntryPoint = "waitpid", SetLastError = true)]
    private static partial int WaitFor(int process, int* status, int options);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int ProcessControl(int option, nint first, nint second, nint third, nint fourth);

    [LibraryImport("libc", EntryPoint = "_exit")]
    private static partial void ExitNow(int code);

    [LibraryImport("libc", EntryPoint = "getppid")]
    private static partial int ParentProcess();
}
