using System.Text;
using Fathom.Model.Machine;
using Fathom.Sources.Machine.Checks;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>Where the recorder itself runs: container, namespaces, rights.</summary>
internal sealed class PlaceFacts : IFactReader
{
    private const string Topic = FactTopics.Container;
    private const string NoProc = "there is no /proc";

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        string? groups = machine.Text("proc/self/cgroup"), mounts = machine.Text("proc/self/mountinfo"), status = machine.Text("proc/self/status");
        string? space = machine.Link("proc/self/ns/pid");
        ContainerFacts? container = ContainerPath.FromCgroup(Encoding.UTF8.GetBytes(groups ?? "")) ?? ContainerPath.FromMounts(Encoding.UTF8.GetBytes(mounts ?? ""));
        if (groups is null && mounts is null)
            facts.Missing(Topic, null, "container", FactKind.Setting, NoProc);
        else
            facts.Add(Topic, null, "container", FactKind.Setting, container is null ? "none" : $"{container.Engine} {container.ShortName}");
        if (space is null)
            facts.Missing(Topic, null, "pid_namespace", FactKind.Setting, NoProc);
        else
            facts.Add(Topic, null, "pid_namespace", FactKind.Setting, space == MachineView.FirstPidNamespace ? "that of the machine" : "one of several; processes outside of it are not seen");
        if (status is null)
        {
            facts.Missing(Topic, null, "user_id", FactKind.Setting, NoProc);
            return;
        }

        ProcStatus self = ProcStatus.Parse(Encoding.UTF8.GetBytes(status));
        if (self.UserId is { } user)
            facts.Add(Topic, null, "user_id", FactKind.Setting, user);
        facts.Add(Topic, null, "seccomp", FactKind.Setting, self.Seccomp switch { null => "not known", 0 => "no filter", _ => "a filter of system calls" });
        facts.Add(Topic, null, "rights", FactKind.Setting, string.Join(", ", Rights(self)) is { Length: > 0 } rights ? rights : "none of CAP_SYS_ADMIN, CAP_PERFMON, CAP_SYS_PTRACE");
    }

    private static IEnumerable<string> Rights(ProcStatus self)
    {
        if (self.HasCapability(Capability.SysAdmin))
            yield return "CAP_SYS_ADMIN";
        if (self.HasCapability(Capability.PerfMon))
            yield return "CAP_PERFMON";
        if (self.HasCapability(Capability.SysPtrace))
            yield return "CAP_SYS_PTRACE";
    }
}
