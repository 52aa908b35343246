using Fathom.Sources.Surroundings.Facts;

namespace Fathom.Sources.Surroundings.Figures;

/// <summary>
/// Control groups of programs and those above them: what they used, and when they were held back. Version 2 has one tree; version 1 has
/// one for each controller. A group that is gone is not known from then on.
/// </summary>
/// <param name="machine">The machine.</param>
internal sealed class GroupFigures(MachineFiles machine) : IFigureReader
{
    private const string Topic = FigureTopics.Group;
    private const string Mounts = "sys/fs/cgroup";
    private const int MaxGroups = 64;
    private const long NsPerMicrosecond = 1_000;

    private readonly HashSet<(string Tree, string Group)> _known = [];
    private readonly List<IFigureReader> _readers = [];

    /// <summary>Reads the groups of a process from now on.</summary>
    public void Follow(int pid)
    {
        bool isUnified = machine.Has($"{Mounts}/cgroup.controllers");
        foreach (string line in machine.Lines($"proc/{pid}/cgroup"))
        {
            if (line.Split(':', 3) is not [var number, var controllers, ['/', ..] path] || path.Contains("..", StringComparison.Ordinal))
                continue;
            IEnumerable<string> trees = number == "0" && controllers.Length == 0 ? isUnified ? [""] : []
                : controllers.Split(',').Where(static name => name is "cpu" or "cpuacct" or "memory");
            foreach (string tree in trees)
            {
                for (string? at = path; at is not (null or "/"); at = Path.GetDirectoryName(at))
                    Add(tree, at);
                // A container sees its own group as the root.
                Add(tree, "/");
            }
        }
    }

    /// <inheritdoc/>
    public void Read(FigureBook book)
    {
        foreach (IFigureReader reader in _readers)
            reader.Read(book);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (IFigureReader reader in _readers)
            reader.Dispose();
        _readers.Clear();
    }

    private void Add(string tree, string group)
    {
        if (_known.Contains((tree, group)) || _known.Count == MaxGroups)
            return;
        string folder = $"{machine.Root}/{Mounts}{(tree.Length > 0 ? "/" : "")}{tree}{(group == "/" ? "" : group)}";
        if (!Directory.Exists(folder))
            return;
        _known.Add((tree, group));
        _readers.AddRange(tree.Length == 0 ? Version2(folder, group) : Version1(tree, folder, group));
    }

    private static IEnumerable<IFigureReader> Version2(string folder, string group) =>
    [
        new KeyFigures(
            $"{folder}/cpu.stat",
            group,
            new FigureKey(Topic, "cpu_ns", "usage_usec", NsPerMicrosecond),
            new FigureKey(Topic, "periods", "nr_periods"),
            new FigureKey(Topic, "throttled_count", "nr_throttled"),
            new FigureKey(Topic, "throttled_ns", "throttled_usec", NsPerMicrosecond)),
        new KeyFigures($"{folder}/memory.current", group, FigureKey.Level(Topic, "memory_bytes")),
        new KeyFigures($"{folder}/memory.max", group, FigureKey.Level(Topic, "memory_limit_bytes")),
        new KeyFigures($"{folder}/memory.high", group, FigureKey.Level(Topic, "memory_high_bytes")),
        new KeyFigures($"{folder}/memory.swap.current", group, FigureKey.Level(Topic, "swap_bytes")),
        new KeyFigures(
            $"{folder}/memory.events",
            group,
            new FigureKey(Topic, "memory_high_hits", "high"),
            new FigureKey(Topic, "memory_max_hits", "max"),
            new FigureKey(Topic, "oom_count", "oom"),
            new FigureKey(Topic, "oom_kills", "oom_kill")),
        new IoFigures(folder, group),
        PressureFigures.OfGroup(folder, group, "cpu"),
        PressureFigures.OfGroup(folder, group, "memory"),
        PressureFigures.OfGroup(folder, group, "io"),
    ];

    private static IEnumerable<IFigureReader> Version1(string tree, string folder, string group) => tree switch
    {
        "cpu" =>
        [
            new KeyFigures(
                $"{folder}/cpu.stat",
                group,
                new FigureKey(Topic, "periods", "nr_periods"),
                new FigureKey(Topic, "throttled_count", "nr_throttled"),
                new FigureKey(Topic, "throttled_ns", "throttled_time")),
        ],
        "cpuacct" => [new KeyFigures($"{folder}/cpuacct.usage", group, new FigureKey(Topic, "cpu_ns"))],
        _ =>
        [
            new KeyFigures($"{folder}/memory.usage_in_bytes", group, FigureKey.Level(Topic, "memory_bytes")),
            new KeyFigures($"{folder}/memory.limit_in_bytes", group, FigureKey.Level(Topic, "memory_limit_bytes")),
            new KeyFigures($"{folder}/memory.failcnt", group, new FigureKey(Topic, "memory_max_hits")),
            new KeyFigures($"{folder}/memory.oom_control", group, new FigureKey(Topic, "oom_kills", "oom_kill")),
        ],
    };
}
