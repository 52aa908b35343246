using System.Globalization;
using Fathom.Sources.Orphans.Cases;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans;

/// <summary>
/// Control groups that were removed while memory was charged to them. Nothing shows one by itself; what its nearest living group is charged for beyond
/// itself and its living children is theirs. Version 2 tells their number (<c>cgroup.stat</c>); for version 1 it is what <c>/proc/cgroups</c> counts
/// beyond the folders that there are.
/// </summary>
/// <param name="folders">The machine.</param>
/// <param name="budget">How long it may take.</param>
internal sealed class DyingCgroups(MachineFolders folders, ScanBudget budget)
{
    // Counters are kept per processor and added up late.
    private const long LeastBytes = 1024 * 1024;
    private const int MostDepth = 64;

    private readonly List<OrphanCase> _cases = [];

    /// <summary>Looks at both hierarchies.</summary>
    public IReadOnlyList<OrphanCase> Find()
    {
        string mounts = Path.Combine(folders.Sys, "fs", "cgroup");
        foreach (string root in (string[])[mounts, Path.Combine(mounts, "unified")])
        {
            if (File.Exists(Path.Combine(root, "cgroup.stat")))
                LookAtVersion2(root, "", 0);
        }

        LookAtVersion1(Path.Combine(mounts, "memory"));
        return _cases;
    }

    private void LookAtVersion2(string root, string path, int depth)
    {
        string folder = root + path;
        long dying = Stat(folder, "cgroup.stat", "nr_dying_descendants");
        if (dying == 0 || depth > MostDepth || budget.IsOver)
            return;
        long childDying = 0, childBytes = 0;
        foreach (string child in Children(folder))
        {
            string childPath = $"{path}/{child}";
            childDying += Stat(root + childPath, "cgroup.stat", "nr_dying_descendants");
            childBytes += Number(root + childPath, "memory.current");
            LookAtVersion2(root, childPath, depth + 1);
        }

        if (dying <= childDying)
            return;
        bool isAlone = MachineFolders.Line(Path.Combine(folder, "cgroup.procs")) is null && File.Exists(Path.Combine(folder, "memory.current"));
        long bytes = isAlone ? Math.Max(0, Number(folder, "memory.current") - childBytes) : 0;
        string evidence = isAlone ? "memory.current less that of the living groups below" : "cgroup.stat; their memory cannot be separated from that of the group itself";
        _cases.Add(Case(path, dying - childDying, bytes, evidence));
    }

    private void LookAtVersion1(string root)
    {
        long counted = 0;
        foreach (string line in MachineFolders.Lines(Path.Combine(folders.Proc, "cgroups")))
        {
            if (line.Split('\t') is ["memory", var hierarchy, var count, ..] && hierarchy != "0")
                counted = MachineBalance.Number(count);
        }

        if (counted == 0 || !File.Exists(Path.Combine(root, "memory.stat")))
            return;
        List<(string Path, long Bytes)> rests = [];
        long living = 0;
        Walk("", 0);
        long dying = counted - living;
        if (dying <= 0)
            return;
        foreach ((string path, long bytes) in rests)
            _cases.Add(Case(
                path,
                rests.Count == 1 ? dying : 1,
                bytes,
                string.Create(CultureInfo.InvariantCulture, $"memory.stat less that of the group itself and the living groups below; {dying} removed groups in all")));
        if (rests.Count == 0)
            _cases.Add(Case("", dying, 0, "/proc/cgroups; no memory above 1 MiB is charged to them"));

        long Walk(string path, int depth)
        {
            living++;
            string folder = root + path;
            long total = Charged(folder, "total_"), children = 0;
            foreach (string child in depth < MostDepth && !budget.IsOver ? Children(folder) : [])
                children += Walk($"{path}/{child}", depth + 1);
            long rest = total - Charged(folder, "") - children;
            if (rest >= LeastBytes)
                rests.Add((path, rest));
            return total;
        }
    }

    private static OrphanCase Case(string path, long count, long bytes, string evidence) => new(OrphanKinds.DyingCgroup, bytes, evidence)
    {
        Count = count,
        Owner = $"control group {(path.Length == 0 ? "/" : path)}",
    };

    private static long Charged(string folder, string prefix) =>
        Stat(folder, "memory.stat", prefix + "cache") + Stat(folder, "memory.stat", prefix + "rss") + Stat(folder, "memory.stat", prefix + "swap");

    private static IEnumerable<string> Children(string folder) => MachineFolders.Names(folder).Where(name => Directory.Exists(Path.Combine(folder, name)));

    private static long Number(string folder, string file) => MachineBalance.Number(MachineFolders.Line(Path.Combine(folder, file)));

    private static long Stat(string folder, string file, string name)
    {
        foreach (string line in MachineFolders.Lines(Path.Combine(folder, file)))
        {
            if (line.StartsWith(name, StringComparison.Ordinal) && line.Length > name.Length && line[name.Length] == ' ')
                return MachineBalance.Number(line[(name.Length + 1)..]);
        }

        return 0;
    }
}
