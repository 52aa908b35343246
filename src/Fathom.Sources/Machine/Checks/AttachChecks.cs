using System.Globalization;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Machine.Checks;

/// <summary>Whether Fathom may stop and read live processes.</summary>
internal sealed class AttachChecks : IMachineChecks
{
    private const string SeccompFix = "docker run --security-opt seccomp=unconfined …, or a profile that allows ptrace and process_vm_readv";

    public IEnumerable<MachineCheck> Look(MachineView machine)
    {
        yield return PtraceScopeOf(machine);
        yield return machine.Self.Seccomp switch
        {
            null => MachineCheck.Unknown("seccomp", "/proc/self/status"),
            0 => MachineCheck.Good("seccomp", "no filter of system calls"),
            _ => MachineCheck.Good("seccomp", "a filter of system calls is active; the two lines below show what it allows"),
        };
        yield return SystemCall("ptrace", machine.Probes.CanTrace());
        yield return SystemCall("process_vm_readv", machine.Probes.CanReadMemory());
    }

    private static MachineCheck PtraceScopeOf(MachineView machine)
    {
        const string name = "yama ptrace_scope";
        int? scope = PtraceScope.Parse(machine.Read(PtraceScope.Path));
        if (scope is null)
            return MachineCheck.Good(name, "no limit (the kernel has no Yama)");
        string value = scope.Value.ToString(CultureInfo.InvariantCulture);
        if (scope == 0)
            return MachineCheck.Good(name, $"{value}: processes of the same user may be read");
        if (scope >= PtraceScope.Nobody)
        {
            return MachineCheck.Missing(
                name,
                $"{value}: no process may be read until the next reboot",
                "set kernel.yama.ptrace_scope = 1 in /etc/sysctl.d, then reboot");
        }

        return machine.Self.HasCapability(Capability.SysPtrace)
            ? MachineCheck.Good(name, $"{value}: CAP_SYS_PTRACE may read all processes")
            : MachineCheck.Missing(
                name,
                scope == 1 ? $"{value}: only child processes may be read" : $"{value}: reading needs CAP_SYS_PTRACE",
                $"{machine.CapabilityFix("SYS_PTRACE")}; or for all users: sudo sysctl kernel.yama.ptrace_scope=0");
    }

    private static MachineCheck SystemCall(string name, bool allowed) => allowed
        ? MachineCheck.Good($"system call {name}", "allowed")
        : MachineCheck.Missing($"system call {name}", "refused; live processes cannot be read", SeccompFix);
}
