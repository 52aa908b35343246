using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Render.Text;
using Fathom.Sources.Dumps;

namespace Fathom.Cli.Frame;

/// <summary>
/// Runs a command about a core file in a second process, and says in a sentence when that one crashes. The data access library is native code of the
/// runtime that follows pointers of the core; where they are damaged it can end the process that it is loaded into with a signal and without a word.
/// </summary>
/// <remarks>
/// The second process has the same standard streams, terminal, folder, user and rights: it only dies alone. Whether a core is damaged is not known before it
/// was read, so all of them are read like that; it costs one start of the runtime, about 25 ms (docs/dac.md).
/// </remarks>
internal static unsafe partial class CrashGuard
{
    /// <summary>The first argument of a Fathom that is guarded, followed by the number of its guard. Not a verb: nobody types it.</summary>
    public const string Argument = "--guarded-by";

    private const string FilePrefix = "file:";
    private const int InterruptedCall = 4;
    private const int AbortSignal = 6;
    private const int KillSignal = 9;
    private const int TerminateSignal = 15;
    private const int ParentDeathSignal = 1;
    private const int SignalMask = 0x7F;
    private const int FirstSignalCode = 128;

    private static readonly Dictionary<int, string> s_crashes = new() { [4] = "SIGILL", [5] = "SIGTRAP", [6] = "SIGABRT", [7] = "SIGBUS", [8] = "SIGFPE", [11] = "SIGSEGV" };

    /// <summary>The core file that a command names, or null where it names none.</summary>
    public static string? Concerns(string[] args)
    {
        foreach (string arg in args)
        {
            if (arg == "--")
                return null;
            string path = arg.StartsWith(FilePrefix, StringComparison.Ordinal) ? arg[FilePrefix.Length..] : arg;
            if (!arg.StartsWith('-') && CoreFileHead.IsCore(path))
                return path;
        }

        return null;
    }

    /// <summary>Ties the life of this process to that of its guard.</summary>
    /// <param name="guard">Number of the guard.</param>
    /// <returns>Whether the guard still is there.</returns>
    public static bool StayWith(string guard)
    {
        _ = ProcessControl(ParentDeathSignal, KillSignal, 0, 0, 0);
        // An exception in what the data access library calls back cannot pass through it, and would end the process with a stack trace.
        AppDomain.CurrentDomain.UnhandledException += static (_, unhandled) =>
        {
            if (unhandled.ExceptionObject is Exception e && CoreDamage.Shows(e))
                ExitNow(FirstSignalCode + AbortSignal);
        };
        return ParentProcess().ToString(CultureInfo.InvariantCulture) == guard;
    }

    /// <summary>Runs the command and returns its exit code.</summary>
    /// <param name="args">The arguments of this process.</param>
    /// <param name="core">The core file that they name.</param>
    public static int Run(string[] args, string core)
    {
        int child = 0;
        // A key press reaches both, and the guarded one answers it; a signal for the guard alone is handed on.
        using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, static signal => signal.Cancel = true);
        using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal =>
        {
            signal.Cancel = true;
            if (Volatile.Read(ref child) is > 0 and int running)
                _ = Kill(running, TerminateSignal);
        });
        int started = Start([.. OwnCommand.Line(), Argument, Environment.ProcessId.ToString(CultureInfo.InvariantCulture), .. args]);
        if (started == 0)
            return Report($"Fathom could not start itself a second time, which reading '{SafeText.Of(core)}' needs.", "check the limit of processes (ulimit -u) and the free memory", ExitCode.NotPossible);
        Volatile.Write(ref child, started);
        int status;
        while (WaitFor(started, &status, 0) < 0)
        {
            if (Marshal.GetLastPInvokeError() != InterruptedCall)
                return (int)ExitCode.Partial;
        }

        Volatile.Write(ref child, 0);
        int ended = status & SignalMask, code = status >> 8 & 0xFF;
        if (ended == 0 && code == FirstSignalCode + AbortSignal)
            ended = AbortSignal;
        if (ended == 0)
            return code;
        return s_crashes.TryGetValue(ended, out string? name)
            ? Report(
                $"'{SafeText.Of(core)}' is damaged or not whole: the data access library of its runtime crashed on it ({name}).",
                "write the core again, or copy it again from where it came from; a DAC of another build crashes too (docs/dac.md)",
                ExitCode.Target)
            : FirstSignalCode + ended;
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

    private static int Report(string message, string nextStep, ExitCode code)
    {
        using StandardStream output = new(StandardStream.Output);
        using StandardStream error = new(StandardStream.Error);
        using Termination termination = new();
        using CommandContext context = CommandContext.OfThisProcess(output, error, termination);
        return (int)ErrorReport.Write(new FathomException(message, nextStep, code), context);
    }

    [LibraryImport("libc", EntryPoint = "posix_spawnp")]
    private static partial int Spawn(int* process, byte* program, void* fileActions, void* attributes, byte** arguments, byte** environment);

    [LibraryImport("libc", EntryPoint = "waitpid", SetLastError = true)]
    private static partial int WaitFor(int process, int* status, int options);

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int process, int signal);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int ProcessControl(int option, nint first, nint second, nint third, nint fourth);

    [LibraryImport("libc", EntryPoint = "_exit")]
    private static partial void ExitNow(int code);

    [LibraryImport("libc", EntryPoint = "getppid")]
    private static partial int ParentProcess();
}
