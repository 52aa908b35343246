using System.Globalization;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Memory;

/// <summary>The lines above a memory table: whose memory, what was done to see it, and whether it adds up.</summary>
public static class MemoryHeader
{
    // A look at a running process is some milliseconds long, in which the process goes on.
    private const double Tolerance = 0.01;
    private const int MostRegions = 3;

    /// <summary>The header of one look.</summary>
    /// <param name="facts">How it was taken.</param>
    /// <param name="bytes">Sum of the rows: resident, or of a core alone saved.</param>
    public static IReadOnlyList<string> Of(MemoryFacts facts, long bytes) => [$"{Subject(facts)}. {Intrusion(facts)}", Sum(facts, bytes)];

    /// <summary>What the rows of a look add up to, and how many mappings and threads there are.</summary>
    /// <param name="facts">How it was taken.</param>
    /// <param name="bytes">Sum of the rows: resident, or of a core alone saved.</param>
    public static string Sum(MemoryFacts facts, long bytes)
    {
        string sum = facts.KernelRssBytes is { } kernel
            ? $"The rows add up to {Bytes(bytes)} resident; the kernel's sum is {Bytes(kernel)}."
            : $"The core holds {Bytes(bytes)} of what it lists (saved_bytes).";
        return string.Create(CultureInfo.InvariantCulture, $"{sum} {facts.MappingCount:#,##0} mappings, {facts.ThreadCount:#,##0} threads.");
    }

    /// <summary>The limit of the control group and how much of it is used.</summary>
    public static string Of(MemoryLimit limit) => limit.UsedBytes is { } used && limit.LimitBytes > 0
        ? string.Create(
            CultureInfo.InvariantCulture,
            $"Limit of its control group: {Bytes(limit.LimitBytes)}, {100.0 * used / limit.LimitBytes:0} % used ({Bytes(used)}, page cache included).")
        : $"Limit of a control group that holds its own: {Bytes(limit.LimitBytes)}.";

    /// <summary>The header of a comparison.</summary>
    public static IReadOnlyList<string> Of(MemoryFacts a, MemoryFacts b) =>
        ["B minus A.", SideText.Of('A', a.Utc, $"{Subject(a)}. {Intrusion(a)}"), SideText.Of('B', b.Utc, $"{Subject(b)}. {Intrusion(b)}")];

    /// <summary>Differences above 1 % between the rows and the kernel's own sums, in words.</summary>
    public static IEnumerable<string> Differences(MemoryFacts facts, long rssBytes)
    {
        if (facts.KernelRssBytes is { } kernel && IsFar(rssBytes, kernel))
            yield return $"The rows differ from smaps_rollup by {Bytes(rssBytes - kernel)}: the process changed while it was read.";
        if (facts.StatusRssBytes is { } statusBytes && IsFar(rssBytes, statusBytes))
            yield return $"The rows differ from VmRSS of status by {Bytes(rssBytes - statusBytes)}: the kernel adds that figure up late, or the process changed.";
    }

    /// <summary>Where the largest pieces without an owner are, or null when there are none.</summary>
    public static string? Unexplained(IReadOnlyList<(ulong Start, long SizeBytes)> largest) => largest.Count == 0
        ? null
        : "Largest regions that are not explained: "
            + string.Join(", ", largest.Take(MostRegions).Select(region => string.Create(CultureInfo.InvariantCulture, $"{Bytes(region.SizeBytes)} at {ReadableNumber.Address((long)region.Start)}")))
            + "; --regions --where 'category=not explained' lists all.";

    /// <summary>That malloc keeps much of the memory free, and what gives it back; null where it does not.</summary>
    /// <param name="kept">What malloc keeps.</param>
    public static string? Kept(MallocKept? kept)
    {
        if (kept is not { IsLarge: true })
            return null;
        string trim = kept.IsTrimmable
            ? $"malloc_trim(0) gives back {Bytes(kept.TrimmableBytes)}; MALLOC_MMAP_THRESHOLD_ below the size of the blocks gives back each when it is freed "
                + "(where they have 128 KiB or more, MALLOC_TRIM_THRESHOLD_=131072)"
            : "Most of it lies in pages with blocks in use (fragmentation), which another allocator such as jemalloc may avoid";
        string arenas = kept.IsOfManyArenas
            ? string.Create(CultureInfo.InvariantCulture, $"; MALLOC_ARENA_MAX=2 leaves fewer than these {kept.ArenaCount:#,##0} arenas of threads")
            : "";
        string share = string.Create(CultureInfo.InvariantCulture, $"{kept.Percent:0} %");
        return $"malloc keeps {Bytes(kept.FreeBytes)} free, {share} of the private memory, and {Bytes(kept.InUseBytes)} are in use: "
            + $"freed blocks, no leak. {trim}{arenas}; --malloc shows it by arena.";
    }

    private static string Subject(MemoryFacts facts)
    {
        string pid = facts.Pid is { } number ? string.Create(CultureInfo.InvariantCulture, $" (pid {number})") : "";
        string runtime = RuntimeText.Of(facts.RuntimeVersion);
        return $"Memory of {facts.Name ?? "a process without a name"}{pid}{runtime}";
    }

    private static string Intrusion(MemoryFacts facts) => facts.Intrusion switch
    {
        "proc" => $"The process was not stopped; files of /proc were read{(facts.HasMalloc ? ", and heads of malloc's blocks while it ran" : "")}.",
        "runtime" => $"The process was not stopped; its runtime's records{(facts.HasMalloc ? " and heads of malloc's blocks" : "")} were read while it ran.",
        MemoryFacts.CoreAlone => "From the core alone, which does not say what was resident: sizes are those that are mapped and those that the file holds.",
        "vmmap" => "From a file of VMMap.",
        _ => $"The process was stopped for {Time(facts.PauseNs ?? 0)}{Expected(facts)}; mappings, pages and heap are of one instant"
            + (facts.HasMalloc ? "; malloc's blocks were read right after, while it ran." : "."),
    };

    private static string Expected(MemoryFacts facts) => facts.ExpectedPauseNs is { } expected ? $" (expected about {ReadableNumber.About(expected, ColumnUnit.Nanoseconds)})" : "";

    private static string Time(long nanoseconds) => ReadableNumber.Of(nanoseconds, ColumnUnit.Nanoseconds);

    private static bool IsFar(long ours, long theirs) => Math.Abs(ours - theirs) > Tolerance * theirs;

    private static string Bytes(long value) => ReadableNumber.Of(value, ColumnUnit.Bytes);
}
