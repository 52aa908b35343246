using System.Globalization;

namespace Fathom.Sources.Machine.Resources;

/// <summary>How much more memory this process can take before something is ended or swapped: the least of what the machine and each control group above it have.</summary>
public static class AvailableMemory
{
    private const string Line = "MemAvailable:";

    /// <summary>Reads it, in bytes; the largest number where the kernel tells nothing.</summary>
    public static long Read() => Read("/proc", CgroupPlace.Mounts);

    /// <summary>As the other one, from other folders.</summary>
    /// <param name="proc">The folder /proc, or one like it.</param>
    /// <param name="mounts">The folder /sys/fs/cgroup, or one like it.</param>
    internal static long Read(string proc, string mounts)
    {
        long available = long.MaxValue;
        if (Lines(Path.Combine(proc, "meminfo")).FirstOrDefault(static line => line.StartsWith(Line, StringComparison.Ordinal)) is { } found
            && long.TryParse(
                found[Line.Length..].Replace("kB", "", StringComparison.Ordinal),
                NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite,
                CultureInfo.InvariantCulture,
                out long kib))
            available = kib * 1024;
        return CgroupPlace.Find(Lines(Path.Combine(proc, "self/cgroup")), mounts) is { } place ? Math.Min(available, OfGroups(place)) : available;
    }

    // Every group on the way up may have a limit of its own, and other processes in it. Cached pages of files can be dropped.
    private static long OfGroups(CgroupPlace place)
    {
        (string limit, string usage, string cache) = place.Version == 2
            ? ("memory.max", "memory.current", "inactive_file")
            : ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file");
        long least = long.MaxValue;
        for (string? at = place.Folder; at is not null && at.Length >= place.Mount.Length; at = Path.GetDirectoryName(at))
        {
            if (Number(Path.Combine(at, limit)) is not { } most || Number(Path.Combine(at, usage)) is not { } used)
                continue;
            string? pages = Lines(Path.Combine(at, "memory.stat")).FirstOrDefault(line => line.StartsWith(cache + " ", StringComparison.Ordinal));
            long droppable = pages is not null && long.TryParse(pages[(cache.Length + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out long bytes) ? bytes : 0;
            least = Math.Min(least, Math.Max(0, most - Math.Max(0, used - droppable)));
        }

        return least;
    }

    // "max" stands for no limit and is no number.
    private static long? Number(string file) => Lines(file) is [var line, ..] && long.TryParse(line, NumberStyles.None, CultureInfo.InvariantCulture, out long value) ? value : null;

    private static string[] Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
