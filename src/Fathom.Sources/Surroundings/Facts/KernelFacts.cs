using System.Runtime.InteropServices;
using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>Which kernel it is, what it allows recorders, and what in it is not its own.</summary>
internal sealed class KernelFacts : IFactReader
{
    private const string Topic = FactTopics.Kernel;

    // Letters of the kernel's taint flags, by bit; see its admin-guide/tainted-kernels.
    private static readonly string[] s_taints =
    [
        "P proprietary module", "F module forced to load", "S processor out of specification", "R module forced to unload", "M machine check", "B bad page", "U asked for by a user",
        "D died (oops)", "A ACPI table overridden", "W warning", "C staging driver", "I firmware bug worked around", "O out-of-tree module", "E unsigned module", "L soft lockup",
        "K live patch", "X of the distributor", "T struct randomization", "N test",
    ];

    private static readonly (string Name, string File)[] s_numbers =
    [
        ("perf_event_paranoid", "proc/sys/kernel/perf_event_paranoid"),
        ("perf_event_max_sample_rate", "proc/sys/kernel/perf_event_max_sample_rate"),
        ("perf_event_max_stack", "proc/sys/kernel/perf_event_max_stack"),
        ("perf_event_mlock_kb", "proc/sys/kernel/perf_event_mlock_kb"),
        ("kptr_restrict", "proc/sys/kernel/kptr_restrict"),
        ("ptrace_scope", "proc/sys/kernel/yama/ptrace_scope"),
        ("nmi_watchdog", "proc/sys/kernel/nmi_watchdog"),
        ("numa_balancing", "proc/sys/kernel/numa_balancing"),
        ("sched_autogroup", "proc/sys/kernel/sched_autogroup_enabled"),
    ];

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        facts.File(machine, Topic, null, "release", "proc/sys/kernel/osrelease", "there is no /proc");
        facts.File(machine, Topic, null, "build", "proc/sys/kernel/version", "there is no /proc");
        facts.Add(Topic, null, "architecture", FactKind.Setting, RuntimeInformation.OSArchitecture.ToString().ToLowerInvariant());
        facts.File(machine, Topic, null, "clock_source", "sys/devices/system/clocksource/clocksource0/current_clocksource", "the kernel does not report it");
        foreach ((string name, string file) in s_numbers)
            facts.File(machine, Topic, null, name, file, "the kernel does not have it", shape: FactList.Number);
        facts.File(machine, Topic, null, "tainted", "proc/sys/kernel/tainted", "there is no /proc", shape: Taints);
        ReadModules(machine, facts);
    }

    private static string? Taints(string text)
    {
        if (!ulong.TryParse(text, out ulong bits))
            return null;
        return bits == 0 ? "no" : string.Join(", ", Enumerable.Range(0, 64).Where(bit => (bits >> bit & 1) != 0).Select(static bit => bit < s_taints.Length ? s_taints[bit] : $"bit {bit}"));
    }

    // "nvidia 56823808 12 - Live 0xffffffffc0a00000 (POE)": the letters are there only where the module taints the kernel.
    private static void ReadModules(MachineFiles machine, FactList facts)
    {
        const string name = "out_of_tree_modules";
        string? text = machine.Text("proc/modules");
        if (text is null)
        {
            facts.Missing(Topic, null, name, FactKind.Setting, machine.Has("proc/sys/kernel/osrelease") ? "the kernel has no loadable modules" : "there is no /proc");
            return;
        }

        int count = 0;
        foreach (string[] fields in text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(static line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)))
        {
            if (fields is not [var module, .., ['(', .., ')'] letters] || letters.AsSpan().IndexOfAny('O', 'P') < 0)
                continue;
            facts.Add(Topic, module, "out_of_tree_module", FactKind.Setting, letters[1..^1]);
            count++;
        }

        facts.Add(Topic, null, name, FactKind.Figure, count);
    }
}
