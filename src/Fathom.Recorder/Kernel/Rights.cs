using System.Globalization;
using Fathom.Model.Catalog;
using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Kernel.Events;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Recorder.Kernel;

/// <summary>Says which right is missing where the kernel refuses to record, and what gives it.</summary>
/// <param name="Paranoid">kernel.perf_event_paranoid; null where the kernel has no such events.</param>
/// <param name="HasCapability">Whether this program has CAP_PERFMON or CAP_SYS_ADMIN.</param>
/// <param name="IsFiltered">Whether a filter of system calls holds for it.</param>
internal sealed record Rights(int? Paranoid, bool HasCapability, bool IsFiltered)
{
    /// <summary>What the kernel's own records of switches do not have: that threads waited, and for how long, needs no further right.</summary>
    public const string Waits = "callers and wakers of waits";

    private const string FileCalls = "file calls (profile io)";
    private const string Block = "block:";
    private const string AllCalls = "system calls (profile syscalls)";
    private const string Level = "/proc/sys/kernel/perf_event_paranoid";
    private const int FilterProgram = 2;
    private const int NothingForUsers = 3;
    private const int NoKernelForUsers = 2;

    private const string AsRoot = "sudo fathom …; or let all users do it: sudo sysctl kernel.perf_event_paranoid=-1";
    private const string InContainer = "docker run --cap-add=PERFMON --cap-add=SYSLOG … (Kubernetes: securityContext.capabilities.add: [PERFMON, SYSLOG])";

    /// <summary>Those of this program.</summary>
    public static Rights Own()
    {
        ProcStatus? status = ProcStatus.Of(Environment.ProcessId);
        return new Rights(
            Number(),
            status is { } known && (known.HasCapability(Capability.PerfMon) || known.HasCapability(Capability.SysAdmin)),
            status?.Seccomp == FilterProgram);
    }

    /// <summary>Why nothing can be recorded.</summary>
    /// <param name="error">What the kernel said when the least was asked for.</param>
    public RefusedEvent Nothing(int error)
    {
        const string what = "samples, waits and process lifetimes";
        if (Paranoid is null && !IsFiltered)
            return new RefusedEvent(what, "This kernel has no performance events.", "use a kernel that is built with CONFIG_PERF_EVENTS");
        if (!HasCapability && Paranoid >= NothingForUsers)
            return new RefusedEvent(what, $"This user may record nothing: kernel.perf_event_paranoid is {Text} and Fathom has no CAP_PERFMON.", AsRoot);
        return IsFiltered
            ? new RefusedEvent(what, "The system call filter (seccomp) of this container does not let Fathom call perf_event_open.", InContainer)
            : new RefusedEvent(
                what,
                $"The kernel does not let Fathom record (perf_event_open ends with error {Number(error)}); a security module may forbid it.",
                "fathom doctor shows what this machine allows");
    }

    /// <summary>Why not the whole machine.</summary>
    public RefusedEvent Machine(int error) => IsFiltered && HasCapability
        ? new RefusedEvent($"other processes, and {Waits}", $"The system call filter or the kernel does not let Fathom record the machine (error {Number(error)}).", InContainer)
        : new RefusedEvent(
            $"other processes, and {Waits}",
            $"Only processes of this user may be recorded: kernel.perf_event_paranoid is {Text} and Fathom has no CAP_PERFMON.",
            IsFiltered ? InContainer : AsRoot);

    /// <summary>Why nothing of the kernel.</summary>
    public RefusedEvent Kernel() => new(
        "the time that the processes spend in the kernel",
        $"kernel.perf_event_paranoid is {Text} and Fathom has no CAP_PERFMON.",
        Paranoid == NoKernelForUsers ? "sudo sysctl kernel.perf_event_paranoid=1" : AsRoot);

    /// <summary>Why no tracepoints.</summary>
    public static RefusedEvent TraceFiles() => Events.TraceFiles.IsMounted()
        ? new RefusedEvent(Waits, "This user may not read the kernel's tracepoints (tracefs).", "sudo fathom …")
        : new RefusedEvent(Waits, "The kernel's tracepoints (tracefs) are not mounted.", "sudo mount -t tracefs nodev /sys/kernel/tracing");

    /// <summary>What is missing where the kernel lacks one of the usual tracepoints.</summary>
    public static RefusedEvent NoTracepoint(string name, string what) => new(
        what, $"This kernel has no tracepoint {name}.", "use a kernel that is built with CONFIG_FTRACE_SYSCALLS and CONFIG_SCHED_TRACER");

    /// <summary>What is missing where the kernel lacks a tracepoint of a profile.</summary>
    public static RefusedEvent NoEvent(string name) => new(
        OfProfile(name), $"This kernel has no tracepoint {name}.",
        name.StartsWith(Block, StringComparison.Ordinal) ? "use a kernel that is built with CONFIG_BLK_DEV_IO_TRACE; all else is recorded"
            : "all else is recorded",
        IsAskedFor: true, LossTables.OfEvent(name));

    /// <summary>What is missing where only an ordinary user's programs may be recorded, or tracepoints may not be read.</summary>
    public static RefusedEvent NoneOfMachine(string name) => new(
        OfProfile(name), "Only root, or a program with CAP_PERFMON that can read tracefs, may record it.", "sudo fathom …; all else is recorded",
        IsAskedFor: true, LossTables.OfEvent(name));

    private static string OfProfile(string name) => name.StartsWith(Block, StringComparison.Ordinal) ? "requests to disks (profile io)"
        : name.StartsWith("sock:sock_", StringComparison.Ordinal) ? $"bytes of TCP (profile net, {name})"
        : name.StartsWith("sock:", StringComparison.Ordinal) || name.StartsWith("tcp:", StringComparison.Ordinal) ? $"TCP (profile net, {name})"
        : $"the event {name}";

    /// <summary>Why page faults of all processes are recorded.</summary>
    public static RefusedEvent FaultsOfSome { get; } = new(
        "page faults (profile faults) of the recorded programs alone",
        "The kernel takes no programs that choose them (BPF), so those of all processes are recorded, at more cost.", null);

    /// <summary>Why system calls are not recorded.</summary>
    /// <param name="refused">What the kernel refused, and what it said; null for the programs of an ordinary user.</param>
    /// <param name="hasFiles">Whether file calls were asked for.</param>
    /// <param name="hasAll">Whether system calls were.</param>
    public static RefusedEvent Calls((string What, int Error)? refused, bool hasFiles, bool hasAll)
    {
        string lacks = Names(hasFiles, hasAll), tables = Tables(hasFiles, hasAll);
        if (refused is not var (what, error))
        {
            return new RefusedEvent(lacks, "Only root, or a program with CAP_BPF and CAP_PERFMON, may record system calls.",
                "sudo fathom …; all else is recorded", IsAskedFor: true, tables);
        }

        return new RefusedEvent(
            lacks,
            error is Errno.NotPermitted or Errno.Denied
                ? $"The kernel does not let Fathom load programs that record system calls (BPF: {what}): CAP_BPF and CAP_PERFMON are missing, or a security module forbids it."
                : error is Errno.NoCall or Errno.NoEntry ? $"This kernel cannot record system calls by programs (BPF: {what} is missing)."
                : $"The kernel does not take the programs that record system calls (BPF: {what}, error {Number(error)}).",
            error is Errno.NotPermitted or Errno.Denied
                ? "sudo fathom …; in a container: docker run --cap-add=BPF --cap-add=PERFMON …; all else is recorded" : "all else is recorded",
            IsAskedFor: true, tables);
    }

    /// <summary>Why system calls are not recorded from within a container that has numbers of processes of its own.</summary>
    /// <param name="hasFiles">Whether file calls were asked for.</param>
    /// <param name="hasAll">Whether system calls were.</param>
    public static RefusedEvent CallsOfContainer(bool hasFiles, bool hasAll) => new(
        Names(hasFiles, hasAll),
        "Fathom runs in a PID namespace of its own, as containers do, and programs in the kernel know the numbers of the machine only.",
        "start fathom on the machine itself, with the number that the process has there, or: docker run --pid=host …; all else is recorded",
        IsAskedFor: true, Tables(hasFiles, hasAll));

    private static string Names(bool hasFiles, bool hasAll) =>
        hasFiles && hasAll ? $"{FileCalls} and {AllCalls}" : hasAll ? AllCalls : FileCalls;

    private static string Tables(bool hasFiles, bool hasAll) =>
        hasFiles && hasAll ? $"{LossTables.Files},{LossTables.Calls}" : hasAll ? LossTables.Calls : LossTables.Files;

    /// <summary>Why one event is missing.</summary>
    public RefusedEvent Event(RecordedEvent missing, int error) => new(
        missing.Role == EventRole.Scheduling ? Waits : missing.Role == EventRole.Switches ? "waits of threads" : $"the event {missing.Name}",
        error is Errno.NotPermitted or Errno.Denied
            ? $"The kernel does not let Fathom record '{missing.Name}': kernel.perf_event_paranoid is {Text}{(HasCapability ? "" : " and Fathom has no CAP_PERFMON")}."
            : error == Errno.TooManyFiles ? $"'{missing.Name}' needs more open files than this process may have."
            : $"The kernel cannot record '{missing.Name}' (error {Number(error)}).",
        error is Errno.NotPermitted or Errno.Denied ? AsRoot : error == Errno.TooManyFiles ? "ulimit -n 1048576" : null);

    /// <summary>Why there is no memory for a ring.</summary>
    public static RefusedEvent Ring(int error) => new(
        "samples, waits and process lifetimes",
        $"The kernel grants no memory for the event rings (error {Number(error)}).",
        error == Errno.NotPermitted ? "sudo sysctl kernel.perf_event_mlock_kb=8192" : "free some memory, or use smaller rings: --ring-size 1MiB");

    private string Text => Paranoid is { } level ? Number(level) : "unknown";

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);

    private static int? Number()
    {
        try
        {
            return int.TryParse(File.ReadAllText(Level).Trim(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int level) ? level : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
