using System.Globalization;

namespace Fathom.Sources.Machine.Resources;

/// <summary>The memory figures of the control group of a process; <see cref="CgroupPlace"/> says where they are.</summary>
/// <param name="Path">The group, as <c>/proc/PID/cgroup</c> names it.</param>
/// <param name="Version">1 or 2.</param>
/// <param name="Facts">The figures that the kernel has.</param>
internal sealed record CgroupMemory(string Path, int Version, IReadOnlyList<CgroupFact> Facts)
{
    // The kernel's "no limit" of version 1 is the largest number of whole pages.
    private const long NoLimit = long.MaxValue / 2;

    /// <summary>Reads the group of a process, or null where there is no memory controller.</summary>
    /// <param name="lines">The lines of <c>/proc/PID/cgroup</c>.</param>
    /// <param name="mounts">The folder /sys/fs/cgroup, or one like it.</param>
    public static CgroupMemory? Read(IEnumerable<string> lines, string mounts) => CgroupPlace.Find(lines, mounts) switch
    {
        null => null,
        { Version: 1 } place => OfVersion1(place.Path, place.Folder),
        var place => OfVersion2(place.Path, place.Folder, place.Mount),
    };

    private static CgroupMemory OfVersion1(string path, string folder)
    {
        Dictionary<string, long> stat = Pairs(folder, "memory.stat");
        List<CgroupFact> facts =
        [
            new("current", Single(folder, "memory.usage_in_bytes")),
            new("peak", Single(folder, "memory.max_usage_in_bytes")),
            new("limit", Limit(Single(folder, "memory.limit_in_bytes"))),
            new("effective_limit", Limit(Get(stat, "hierarchical_memory_limit"))),
            new("working_set", WorkingSet(Single(folder, "memory.usage_in_bytes"), Get(stat, "total_inactive_file"))),
            new("anon", Get(stat, "total_rss")),
            new("file", Get(stat, "total_cache")),
            new("shmem", Get(stat, "total_shmem")),
            new("mapped_file", Get(stat, "total_mapped_file")),
            new("dirty", Get(stat, "total_dirty")),
            new("swap", Get(stat, "total_swap")),
            new("kernel", Single(folder, "memory.kmem.usage_in_bytes")),
            new("sock", Single(folder, "memory.kmem.tcp.usage_in_bytes")),
            new("limit_hit", null, Count: Single(folder, "memory.failcnt")),
            new("oom_kill", null, Count: Get(Pairs(folder, "memory.oom_control"), "oom_kill")),
        ];
        return new CgroupMemory(path, 1, facts);
    }

    private static CgroupMemory OfVersion2(string path, string folder, string mount)
    {
        Dictionary<string, long> stat = Pairs(folder, "memory.stat");
        Dictionary<string, long> events = Pairs(folder, "memory.events");
        List<CgroupFact> facts =
        [
            new("current", Single(folder, "memory.current")),
            new("peak", Single(folder, "memory.peak")),
            new("limit", Single(folder, "memory.max")),
            new("effective_limit", EffectiveLimit(folder, mount)),
            new("working_set", WorkingSet(Single(folder, "memory.current"), Get(stat, "inactive_file"))),
            new("high", Single(folder, "memory.high")),
            new("anon", Get(stat, "anon")),
            new("file", Get(stat, "file")),
            new("shmem", Get(stat, "shmem")),
            new("mapped_file", Get(stat, "file_mapped")),
            new("dirty", Get(stat, "file_dirty")),
            new("swap", Single(folder, "memory.swap.current")),
            new("swap_limit", Single(folder, "memory.swap.max")),
            new("zswap", Single(folder, "memory.zswap.current")),
            new("kernel", Get(stat, "kernel") ?? KernelParts(stat)),
            new("sock", Get(stat, "sock")),
            new("page_table", Get(stat, "pagetables")),
            new("slab", Get(stat, "slab")),
            new("limit_hit", null, Count: Get(events, "max")),
            new("high_hit", null, Count: Get(events, "high")),
            new("oom_kill", null, Count: Get(events, "oom_kill")),
            new("pressure_some", null, DurationNs: Pressure(folder, "some")),
            new("pressure_full", null, DurationNs: Pressure(folder, "full")),
        ];
        return new CgroupMemory(path, 2, facts);
    }

    // A group may have no limit and still lie in one that has: a container in a pod.
    private static long? EffectiveLimit(string folder, string mount)
    {
        long? lowest = null;
        for (string? at = folder; at is not null && at.Length >= mount.Length; at = System.IO.Path.GetDirectoryName(at))
        {
            if (Single(at, "memory.max") is { } limit && !(lowest <= limit))
                lowest = limit;
        }

        return lowest;
    }

    // What Kubernetes compares with its limits.
    private static long? WorkingSet(long? current, long? inactiveFile) => current is { } bytes ? Math.Max(0, bytes - (inactiveFile ?? 0)) : null;

    // Before Linux 5.18 there is no sum.
    private static long? KernelParts(Dictionary<string, long> stat)
    {
        long?[] parts = [Get(stat, "kernel_stack"), Get(stat, "pagetables"), Get(stat, "percpu"), Get(stat, "slab")];
        return parts.Sum() is > 0 and var sum ? sum : null;
    }

    private static long? Limit(long? value) => value >= NoLimit ? null : value;

    private static long? Get(Dictionary<string, long> values, string name) => values.TryGetValue(name, out long value) ? value : null;

    // "max" stands for no limit and is no number.
    private static long? Single(string folder, string file) => Lines(folder, file) is [var line, ..] && TryParse(line, out long value) ? value : null;

    private static Dictionary<string, long> Pairs(string folder, string file)
    {
        Dictionary<string, long> values = new(StringComparer.Ordinal);
        foreach (string line in Lines(folder, file))
        {
            if (line.Split(' ') is [var name, var number] && TryParse(number, out long value))
                values[name] = value;
        }

        return values;
    }

    // "some avg10=0.00 avg60=0.00 avg300=0.00 total=1234": microseconds in which some, or all, tasks waited for memory.
    private static long? Pressure(string folder, string kind)
    {
        string? line = Lines(folder, "memory.pressure").FirstOrDefault(l => l.StartsWith(kind + " ", StringComparison.Ordinal));
        int at = line?.IndexOf("total=", StringComparison.Ordinal) ?? -1;
        return at >= 0 && TryParse(line![(at + "total=".Length)..], out long microseconds) && microseconds <= long.MaxValue / 1000 ? microseconds * 1000 : null;
    }

    private static bool TryParse(string text, out long value) => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value);

    private static string[] Lines(string folder, string file)
    {
        try
        {
            return File.ReadAllLines(System.IO.Path.Combine(folder, file));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
