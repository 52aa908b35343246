using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>The ways in which a live target cannot be read, each with its next step.</summary>
internal static class TargetErrors
{
    private const string CannotBeStopped = "it did not stop to be read";

    public static FathomException Gone(int processId) =>
        FathomException.Target($"Process {processId} ended while it was read.", "run the command again while the process runs; nothing was written");

    public static FathomException NotThere(int processId) =>
        FathomException.Target($"There is no process {processId}.", "list the .NET processes with: fathom ps");

    public static FathomException NotDotNet(int processId) =>
        FathomException.Target($"Process {processId} is not a .NET process: it has no .NET runtime.", "list the .NET processes with: fathom ps");

    public static FathomException NotAllowed(int processId, Exception? inner = null)
    {
        // What a process that ends has given up may not be read by anybody.
        if (EndingProcess.Is(processId))
            return Gone(processId);
        // The kernel names the tracing thread.
        if (ProcStatus.Of(processId)?.Tracer is > 0 and int tracer)
            return AccessErrors.Held(processId, ProcStatus.Of(tracer)?.ThreadGroup ?? tracer);
        // A thread that was told to stop just before it was frozen is held, and never stops.
        if (ControlGroupFreeze.KeepsFromStopping(processId))
            return StillTarget.Frozen(processId, CannotBeStopped);
        return FathomException.Target(
            $"Process {processId} may not be read by this user.",
            "run it as the user of the process or with sudo; fathom doctor shows what is missing",
            inner);
    }

    public static FathomException Unreadable(int processId, Exception inner) =>
        FathomException.Target(
            $"What the kernel shows of the memory of process {processId} in /proc could not be read: {inner.Message.TrimEnd('.')}.",
            "run the command again; fathom doctor shows what this machine allows",
            inner);

    public static FathomException NotStopping(int processId, int threadId, TimeSpan limit)
    {
        if (ControlGroupFreeze.KeepsFromStopping(processId))
            return StillTarget.Frozen(processId, CannotBeStopped);
        string state = ProcessThreads.State(processId, threadId) is char letter ? $", state {letter}" : "";
        return FathomException.Target(
            $"Process {processId} did not stop within {limit.TotalSeconds:0.#} s: thread {threadId} does not respond{state}. It keeps running.",
            "try again when its I/O has settled");
    }

    public static FathomException TooLong(int processId, TimeSpan expected, TimeSpan limit) =>
        FathomException.Target(
            $"Process {processId} would be stopped for about {expected.TotalSeconds:0.###} s, longer than the {limit.TotalSeconds:0.###} s of --max-pause; it was not stopped.",
            "allow a longer pause, or read a core dump of the process instead");

    public static FathomException Late(int processId, TimeSpan limit) =>
        FathomException.Target($"Process {processId} could not be inspected within {limit.TotalSeconds:0.###} s; it was not stopped.", "try again when the machine is less busy");

    public static FathomException Overdue(int processId, TimeSpan limit) =>
        FathomException.Target(
            $"Reading process {processId} took longer than the allowed pause of {limit.TotalSeconds:0.###} s. "
                + "It runs again; the answer would be incomplete, so there is none.",
            "allow a longer pause, or read a core dump of the process instead");

    public static FathomException Stuck(int processId, TimeSpan limit) =>
        FathomException.Target(
            $"Reading process {processId} hangs in the runtime's data access library, {limit.TotalSeconds:0.#} s after the time limit.",
            "fathom ends now, and the kernel resumes the process");
}
