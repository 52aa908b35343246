using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>Why the kernel does not allow an attach, each with the line that changes it.</summary>
internal static class AccessErrors
{
    private const string AddCapability =
        "give the container the right: docker run --cap-add=SYS_PTRACE … (Kubernetes: securityContext.capabilities.add: [SYS_PTRACE])";

    private const string DumpWriter = "createdump";

    private const string AsRoot = "run it as root: sudo fathom …";

    public static FathomException Held(int pid, int tracer) => ProgramName.Of(tracer) == DumpWriter
        ? FathomException.Target(
            $"A dump of process {pid} is being written by process {tracer} ({DumpWriter}), which holds it until it is done.", "wait for its end, then run the command again")
        : FathomException.Target(
            $"Process {pid} is already held by process {tracer} (a debugger or another tracer).", $"end process {tracer}, then run the command again");

    /// <summary>Somebody was faster between the check and the attach.</summary>
    public static FathomException HeldMeanwhile(int pid) => FathomException.Target(
        $"Process {pid} was taken by another dump writer or debugger at the same moment, and only one can hold it.", "wait for its end, then run the command again");

    public static FathomException OtherUser(int pid, string owner, string own, bool inContainer) => FathomException.Target(
        $"Process {pid} belongs to user {owner}, and this Fathom runs as {own} without CAP_SYS_PTRACE.",
        inContainer ? $"run it as {owner}; or {AddCapability}" : $"run it as that user or as root: sudo -u {SudoName(owner)} fathom …, sudo fathom …");

    public static FathomException Yama(int pid, int scope, bool inContainer) => FathomException.NotPossible(
        scope == 1
            ? $"Process {pid} may be read only by its parent or with CAP_SYS_PTRACE (kernel.yama.ptrace_scope is 1)."
            : $"Process {pid} may be read only with CAP_SYS_PTRACE (kernel.yama.ptrace_scope is {scope}).",
        inContainer ? AddCapability : $"{AsRoot}; or allow it to all: sudo sysctl kernel.yama.ptrace_scope=0");

    public static FathomException NobodyMay(int pid) => FathomException.NotPossible(
        $"Process {pid} cannot be read: kernel.yama.ptrace_scope is 3, which forbids it to everybody until the next reboot.",
        "set kernel.yama.ptrace_scope = 1 in /etc/sysctl.d, then reboot");

    public static FathomException NoCapability(int pid, bool isRoot, bool inContainer) => FathomException.NotPossible(
        $"Process {pid} has rights that this Fathom lacks, and Fathom has no CAP_SYS_PTRACE.",
        inContainer ? AddCapability : isRoot ? "start it with the capability CAP_SYS_PTRACE; fathom doctor shows what it has" : AsRoot);

    public static FathomException Protected(int pid) => FathomException.NotPossible(
        $"The kernel does not let this Fathom read process {pid}: the process, a security module or a system call filter forbids it.",
        "fathom doctor shows what this machine allows");

    // sudo takes a number for a name unless it is marked.
    private static string SudoName(string user) => char.IsAsciiDigit(user[0]) ? $"'#{user}'" : user;
}
