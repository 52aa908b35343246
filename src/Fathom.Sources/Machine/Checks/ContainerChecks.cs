using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Machine.Checks;

/// <summary>Container, PID namespace and control groups.</summary>
internal sealed class ContainerChecks : IMachineChecks
{
    public IEnumerable<MachineCheck> Look(MachineView machine)
    {
        ContainerFacts? container = machine.Container;
        yield return MachineCheck.Good("container", container is null ? "none" : $"{container.Engine} {container.ShortName}");
        yield return Space(machine);
        yield return ControlGroups(machine);
    }

    private static MachineCheck Space(MachineView machine)
    {
        const string name = "PID namespace";
        if (ProcNamespace.Differs(ProcNamespace.NumberIn(machine.Link("/proc/self")), machine.Probes.OwnNumber()) is { } problem)
            return MachineCheck.Missing(name, problem, ProcNamespace.Fix);
        return machine.Link("/proc/self/ns/pid") switch
        {
            null => MachineCheck.Unknown(name, "/proc/self/ns/pid"),
            MachineView.FirstPidNamespace => MachineCheck.Good(name, "the machine's own: all processes can be seen"),
            _ => MachineCheck.Optional(
                name,
                "one of several: processes outside of it cannot be seen",
                "docker run --pid=host …, or --pid=container:NAME for one container"),
        };
    }

    private static MachineCheck ControlGroups(MachineView machine)
    {
        const string name = "cgroup";
        string lines = machine.Read("/proc/self/cgroup") ?? "";
        if (machine.Read("/sys/fs/cgroup/cgroup.controllers") is { } controllers)
        {
            return controllers.Split(' ').Contains("memory")
                ? MachineCheck.Good(name, $"version 2, memory at {PathOf(lines, "")}")
                : NoMemory("version 2 without a memory controller", "echo +memory | sudo tee /sys/fs/cgroup/cgroup.subtree_control");
        }

        if (PathOf(lines, "memory") is { } path && machine.Folders("/sys/fs/cgroup").Contains("memory"))
            return MachineCheck.Good(name, $"version 1, memory at {path}");
        return NoMemory("not mounted with a memory controller", "sudo mount -t cgroup2 none /sys/fs/cgroup");
    }

    private static MachineCheck NoMemory(string what, string fix) =>
        MachineCheck.Optional("cgroup", $"{what}; needed to know memory limits of containers", fix);

    // "4:memory:/path", version 2: "0::/path".
    private static string? PathOf(string lines, string controller)
    {
        foreach (string line in lines.Split('\n'))
        {
            string[] parts = line.Split(':', 3);
            if (parts.Length == 3 && parts[1].Split(',').Contains(controller))
                return parts[2];
        }

        return null;
    }
}
