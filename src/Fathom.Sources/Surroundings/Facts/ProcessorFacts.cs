using System.Globalization;
using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>What the processors are, how fast they may run, and whether they were slowed down.</summary>
internal sealed class ProcessorFacts : IFactReader
{
    private const string Topic = FactTopics.Processor;
    private const string Folder = "sys/devices/system/cpu";
    private const string NoScaling = "the kernel does not set the frequency of these processors (a virtual machine leaves it to its host)";

    private static readonly (string Name, string File)[] s_scaling =
    [
        ("governor", "scaling_governor"), ("frequency_driver", "scaling_driver"), ("frequency_min_khz", "scaling_min_freq"), ("frequency_max_khz", "scaling_max_freq"),
        ("energy_preference", "energy_performance_preference"),
    ];

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        ReadModel(machine, facts);
        facts.File(machine, Topic, null, "online", $"{Folder}/online", "there is no /sys");
        facts.File(machine, Topic, null, "isolated", $"{Folder}/isolated", "the kernel does not have it", shape: static text => text.Length == 0 ? "none" : text);
        facts.File(machine, Topic, null, "smt", $"{Folder}/smt/control", "the kernel does not have it");
        int[] processors = [.. (machine.Names(Folder) ?? []).Select(NumberOf).OfType<int>().Order()];
        ReadScaling(machine, facts, processors);
        ReadBoost(machine, facts);
        ReadThrottling(machine, facts, processors);
        ReadMitigations(machine, facts);
    }

    private static int? NumberOf(string name) =>
        name.StartsWith("cpu", StringComparison.Ordinal) && int.TryParse(name.AsSpan(3), NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;

    // On ARM there is no name, but the numbers of maker and part.
    private static void ReadModel(MachineFiles machine, FactList facts)
    {
        string? text = machine.Text("proc/cpuinfo");
        if (text is null)
        {
            facts.Missing(Topic, null, "model", FactKind.Setting, "there is no /proc");
            return;
        }

        string[] lines = text.Split('\n');
        string? part = Value(lines, "CPU part");
        string? model = Value(lines, "model name") ?? (part is null ? null : $"implementer {Value(lines, "CPU implementer")}, part {part}");
        if (model is null)
            facts.Missing(Topic, null, "model", FactKind.Setting, "/proc/cpuinfo does not list it");
        else
            facts.Add(Topic, null, "model", FactKind.Setting, model);
        facts.Add(Topic, null, "processors", FactKind.Setting, lines.Count(static line => line.StartsWith("processor", StringComparison.Ordinal)));
        if (Value(lines, "microcode") is { } microcode)
            facts.Add(Topic, null, "microcode", FactKind.Setting, microcode);
        facts.Add(Topic, null, "virtual", FactKind.Setting, (Value(lines, "flags") ?? "").Split(' ').Contains("hypervisor") ? "yes" : "not known");
    }

    // "model name\t: AMD EPYC"
    private static string? Value(string[] lines, string name)
    {
        string? line = lines.FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal) && line.AsSpan(name.Length).TrimStart() is [':', ..]);
        return line?[(line.IndexOf(':') + 1)..].Trim() is { Length: > 0 } value ? value : null;
    }

    private static void ReadScaling(MachineFiles machine, FactList facts, int[] processors)
    {
        foreach ((string name, string file) in s_scaling)
        {
            (int, string)[] values =
                [.. processors.Select(number => (number, Text: machine.Text($"{Folder}/cpu{number}/cpufreq/{file}") ?? "")).Where(static one => one.Text.Length > 0)];
            if (values.Length > 0)
                ProcessorRanges.Add(facts, name, FactKind.Setting, values);
            else if (name == "governor")
                facts.Missing(Topic, null, name, FactKind.Setting, NoScaling);
        }
    }

    private static void ReadBoost(MachineFiles machine, FactList facts)
    {
        if (machine.Number($"{Folder}/intel_pstate/no_turbo") is { } off)
            facts.Add(Topic, null, "boost", FactKind.Setting, off == 0 ? "on" : "off");
        else if (machine.Number($"{Folder}/cpufreq/boost") is { } on)
            facts.Add(Topic, null, "boost", FactKind.Setting, on == 0 ? "off" : "on");
        else
            facts.Missing(Topic, null, "boost", FactKind.Setting, NoScaling);
    }

    // Each processor counts for its core, and all of a package have the same number.
    private static void ReadThrottling(MachineFiles machine, FactList facts, int[] processors)
    {
        foreach (string part in (string[])["core", "package"])
        {
            long[] counts = [.. processors.Select(number => machine.Number($"{Folder}/cpu{number}/thermal_throttle/{part}_throttle_count")).OfType<long>()];
            if (counts.Length > 0)
                facts.Add(Topic, null, $"{part}_throttle_count", FactKind.Counter, part == "core" ? counts.Sum() : counts.Max());
            else
                facts.Missing(Topic, null, $"{part}_throttle_count", FactKind.Counter, "the kernel does not count it for these processors");
        }
    }

    private static void ReadMitigations(MachineFiles machine, FactList facts)
    {
        if (machine.Names($"{Folder}/vulnerabilities") is not { } names)
        {
            facts.Missing(Topic, null, "mitigations", FactKind.Setting, "the kernel does not report them");
            return;
        }

        foreach (string name in names)
        {
            if (machine.Text($"{Folder}/vulnerabilities/{name}") is { } state && state != "Not affected")
                facts.Add(Topic, name, "mitigation", FactKind.Setting, state);
        }
    }
}
