using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Machine.Checks;

/// <summary>Who Fathom is and what that allows beyond its own processes.</summary>
internal sealed class UserChecks : IMachineChecks
{
    public IEnumerable<MachineCheck> Look(MachineView machine)
    {
        yield return machine.Self.UserId is { } id
            ? MachineCheck.Good("user", UserNames.Parse(machine.Read("/etc/passwd") ?? "")[id])
            : MachineCheck.Unknown("user", "/proc/self/status");
        yield return Check(machine, Capability.SysPtrace, "CAP_SYS_PTRACE", "processes of other users");
        yield return Check(machine, Capability.PerfMon, "CAP_PERFMON", "samples of the whole machine");
        yield return Check(machine, Capability.SysAdmin, "CAP_SYS_ADMIN", "tracepoints of the kernel");
    }

    private static MachineCheck Check(MachineView machine, Capability capability, string name, string use) => machine.Self.HasCapability(capability)
        ? MachineCheck.Good(name, "in effect")
        : MachineCheck.Optional(name, $"not in effect; needed for {use}", machine.CapabilityFix(name["CAP_".Length..]));
}
