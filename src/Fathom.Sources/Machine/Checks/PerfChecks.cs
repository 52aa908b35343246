using System.Globalization;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Machine.Checks;

/// <summary>What sampling of CPU time and kernel events would need; no verb needs it yet, so nothing here is a failure.</summary>
internal sealed class PerfChecks : IMachineChecks
{
    private const string Use = "needed for CPU samples";

    public IEnumerable<MachineCheck> Look(MachineView machine)
    {
        yield return Paranoid(machine);
        yield return KernelPointers(machine);
        yield return Tool(machine);
        yield return TraceFiles(machine);
    }

    private static MachineCheck Paranoid(MachineView machine)
    {
        const string name = "perf_event_paranoid";
        const string fix = "sudo sysctl kernel.perf_event_paranoid=-1";
        if (Number(machine, "/proc/sys/kernel/perf_event_paranoid") is not { } level)
            return MachineCheck.Optional(name, $"the kernel has no performance events; {Use}", "use a kernel that is built with CONFIG_PERF_EVENTS");
        string value = level.ToString(CultureInfo.InvariantCulture);
        if (machine.Self.HasCapability(Capability.PerfMon) || machine.Self.HasCapability(Capability.SysAdmin))
            return MachineCheck.Good(name, $"{value}: no limit for this user");
        return level switch
        {
            < 0 => MachineCheck.Good(name, $"{value}: the whole machine may be sampled"),
            2 => MachineCheck.Optional(name, $"{value}: only own processes may be sampled, without the kernel", fix),
            > 2 => MachineCheck.Optional(name, $"{value}: nothing may be sampled; {Use}", fix),
            _ => MachineCheck.Optional(name, $"{value}: only own processes may be sampled", fix),
        };
    }

    private static MachineCheck KernelPointers(MachineView machine)
    {
        const string name = "kptr_restrict";
        return Number(machine, "/proc/sys/kernel/kptr_restrict") switch
        {
            null => MachineCheck.Unknown(name, "/proc/sys/kernel/kptr_restrict"),
            0 => MachineCheck.Good(name, "0: kernel functions have names"),
            1 when machine.Self.UserId == 0 => MachineCheck.Good(name, "1: kernel functions have names for root"),
            { } level => MachineCheck.Optional(
                name, $"{level}: kernel functions have no names; needed for stacks that end in the kernel", "sudo sysctl kernel.kptr_restrict=0"),
        };
    }

    private static MachineCheck Tool(MachineView machine)
    {
        const string install = "sudo apt-get install linux-perf (Debian), linux-tools-generic (Ubuntu); sudo dnf install perf (Fedora)";
        if (machine.FindProgram("perf") is not { } program)
            return MachineCheck.Optional("perf", $"not on the PATH; {Use}", install);
        return machine.Probes.ToolVersion(program) is { } version
            ? MachineCheck.Good("perf", $"{version}, {program}")
            : MachineCheck.Optional("perf", $"{program} does not run; {Use}", install);
    }

    private static MachineCheck TraceFiles(MachineView machine)
    {
        const string name = "tracefs";
        const string use = "needed for callers and wakers of waits";
        string? mount = MountOf(machine.Read("/proc/self/mountinfo") ?? "", "tracefs");
        if (mount is null)
            return MachineCheck.Optional(name, $"not mounted; {use}", "sudo mount -t tracefs nodev /sys/kernel/tracing");
        return machine.Folders($"{mount}/events").Contains("sched")
            ? MachineCheck.Good(name, $"readable at {mount}")
            : MachineCheck.Optional(name, $"mounted at {mount} and not readable; {use}", "sudo fathom …");
    }

    // "36 35 98:0 ROOT MOUNTPOINT options - TYPE source options"
    private static string? MountOf(string mounts, string type)
    {
        foreach (string line in mounts.Split('\n'))
        {
            string[] halves = line.Split(" - ", 2);
            string[] fields = halves[0].Split(' ');
            if (halves.Length == 2 && fields.Length > 4 && halves[1].StartsWith(type + ' ', StringComparison.Ordinal))
                return fields[4];
        }

        return null;
    }

    private static int? Number(MachineView machine, string file) =>
        int.TryParse(machine.Read(file), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int number) ? number : null;
}
