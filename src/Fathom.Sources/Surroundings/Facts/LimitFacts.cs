using System.Globalization;
using Fathom.Model.Machine;

namespace Fathom.Sources.Surroundings.Facts;

/// <summary>
/// Limits of the control groups that processes are in, with those of the groups above them, and how often they were met. Only groups that limit something have facts. Version 2 has one tree;
/// version 1 has one for each controller.
/// </summary>
internal sealed class LimitFacts : IFactReader
{
    private const string Topic = FactTopics.Limits;
    private const int MaxGroups = 1_000;
    private const double NsPerMicrosecond = 1_000;

    // The kernel's "no limit" of version 1 is the largest number of whole pages.
    private const long NoLimit = long.MaxValue / 2;

    /// <inheritdoc/>
    public void Read(MachineFiles machine, FactList facts)
    {
        if (machine.Numbers("proc") is not { } processes || !machine.Has("sys/fs/cgroup"))
        {
            facts.Missing(Topic, null, "control_groups", FactKind.Figure, "there are no control groups to read at /sys/fs/cgroup");
            return;
        }

        bool isUnified = machine.Has("sys/fs/cgroup/cgroup.controllers");
        SortedSet<(string Tree, string Group)> groups = [];
        foreach (string line in processes.SelectMany(pid => machine.Lines($"proc/{pid}/cgroup")).Distinct())
        {
            if (line.Split(':', 3) is not [var number, var controllers, ['/', ..] path] || path.Contains("..", StringComparison.Ordinal))
                continue;
            IEnumerable<string> trees = number == "0" && controllers.Length == 0 ? [isUnified ? "" : "unified"] : controllers.Split(',').Where(static name => name is "cpu" or "memory" or "pids");
            foreach (string tree in trees)
            {
                for (string? at = path; at is not (null or "/"); at = Path.GetDirectoryName(at))
                    groups.Add((tree, at));
                // A container sees its own group as the root.
                groups.Add((tree, "/"));
            }
        }

        foreach ((string tree, string group) in groups.Take(MaxGroups))
        {
            string folder = $"sys/fs/cgroup/{tree}{(tree.Length > 0 ? "" : ".")}{(group == "/" ? "" : group)}";
            if (tree is "" or "unified")
                ReadVersion2(machine, facts, folder, group);
            else
                ReadVersion1(machine, facts, tree, folder, group);
        }

        facts.Add(Topic, null, "control_groups", FactKind.Figure, groups.Count);
        if (groups.Count > MaxGroups)
            facts.Missing(Topic, null, "control_groups_left_out", FactKind.Figure, $"{groups.Count - MaxGroups} groups were not read, because there are too many");
    }

    private static void ReadVersion2(MachineFiles machine, FactList facts, string folder, string group)
    {
        Dictionary<string, long>? events = null;
        if (machine.Text($"{folder}/cpu.max")?.Split(' ') is [var quota, var period] && Number(quota) is { } most && Number(period) is > 0 and var each)
        {
            AddProcessors(facts, group, most, each);
            Dictionary<string, long> stat = Pairs(machine, $"{folder}/cpu.stat");
            AddCount(facts, group, "throttled_count", stat, "nr_throttled", 1);
            AddCount(facts, group, "throttled_ns", stat, "throttled_usec", NsPerMicrosecond);
        }

        foreach ((string name, string file, string met) in (ReadOnlySpan<(string, string, string)>)[("memory_limit_bytes", "memory.max", "max"), ("memory_high_bytes", "memory.high", "high")])
        {
            if (machine.Number($"{folder}/{file}") is not (>= 0 and var bytes))
                continue;
            facts.Add(Topic, group, name, FactKind.Setting, bytes);
            AddCount(facts, group, $"memory_{met}_hits", events ??= Pairs(machine, $"{folder}/memory.events"), met, 1);
        }

        if (events is not null)
            AddCount(facts, group, "oom_kills", events, "oom_kill", 1);
        foreach ((string name, string file) in (ReadOnlySpan<(string, string)>)[("swap_limit_bytes", "memory.swap.max"), ("process_limit", "pids.max")])
        {
            if (machine.Number($"{folder}/{file}") is >= 0 and var limit)
                facts.Add(Topic, group, name, FactKind.Setting, limit);
        }

        if (machine.Text($"{folder}/cpuset.cpus") is { Length: > 0 } processors)
            facts.Add(Topic, group, "processors", FactKind.Setting, processors);
    }

    private static void ReadVersion1(MachineFiles machine, FactList facts, string controller, string folder, string group)
    {
        switch (controller)
        {
            case "cpu" when machine.Number($"{folder}/cpu.cfs_quota_us") is > 0 and var quota && machine.Number($"{folder}/cpu.cfs_period_us") is > 0 and var period:
                AddProcessors(facts, group, quota, period);
                Dictionary<string, long> stat = Pairs(machine, $"{folder}/cpu.stat");
                AddCount(facts, group, "throttled_count", stat, "nr_throttled", 1);
                AddCount(facts, group, "throttled_ns", stat, "throttled_time", 1);
                break;
            case "memory" when machine.Number($"{folder}/memory.limit_in_bytes") is > 0 and < NoLimit and var bytes:
                facts.Add(Topic, group, "memory_limit_bytes", FactKind.Setting, bytes);
                if (machine.Number($"{folder}/memory.failcnt") is >= 0 and var hits)
                    facts.Add(Topic, group, "memory_max_hits", FactKind.Counter, hits);
                AddCount(facts, group, "oom_kills", Pairs(machine, $"{folder}/memory.oom_control"), "oom_kill", 1);
                break;
            case "pids" when machine.Number($"{folder}/pids.max") is >= 0 and var limit:
                facts.Add(Topic, group, "process_limit", FactKind.Setting, limit);
                break;
        }
    }

    private static void AddProcessors(FactList facts, string group, long quota, long period) =>
        facts.Add(Topic, group, "cpu_limit_processors", FactKind.Setting, ((double)quota / period).ToString("0.###", CultureInfo.InvariantCulture));

    private static void AddCount(FactList facts, string group, string name, Dictionary<string, long> values, string key, double factor)
    {
        if (values.TryGetValue(key, out long value) && value >= 0)
            facts.Add(Topic, group, name, FactKind.Counter, (long)(value * factor));
    }

    private static Dictionary<string, long> Pairs(MachineFiles machine, string path)
    {
        Dictionary<string, long> values = new(StringComparer.Ordinal);
        foreach (string line in machine.Lines(path))
        {
            if (line.Split(' ') is [var name, var number] && Number(number) is { } value)
                values[name] = value;
        }

        return values;
    }

    // "max" stands for no limit and is no number.
    private static long? Number(string text) => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long value) ? value : null;
}
