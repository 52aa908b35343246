using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Cli.Frame;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Dumps;

namespace Fathom.Cli.Hosting;

/// <summary>What a guarded process does about its <see cref="CrashGuard"/>.</summary>
internal static partial class GuardedSide
{
    /// <summary>The first argument of a Fathom that is guarded, followed by the number of its guard. Not a verb: nobody types it.</summary>
    public const string Argument = "--guarded-by";

    private const int ParentDeathSignal = 1;

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
                Termination.ExitNow(ChildEnd.FirstSignalCode + ChildEnd.Abort);
        };
        OwnGuard.ProcessId = ParentProcess();
        return OwnGuard.ProcessId.ToString(CultureInfo.InvariantCulture) == guard;
    }

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int ProcessControl(int option, nint first, nint second, nint third, nint fourth);

    [LibraryImport("libc", EntryPoint = "getppid")]
    private static partial int ParentProcess();
}
