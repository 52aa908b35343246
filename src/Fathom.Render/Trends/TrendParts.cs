using System.Globalization;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Trends;

/// <summary>Says in one line which part of a process's memory grows.</summary>
public static class TrendParts
{
    private const string Grows = "grows";
    private const string DoesNotGrow = "does not grow";
    private const string ManagedHeap = "managed_bytes";
    private const string PrivateMemory = "rss_anon_bytes";
    private const string GroupCache = "cgroup_cache_bytes";

    // The first of them that grows is named as the place where the growth is: the last one holds those before it.
    private static readonly (string Metric, string Place)[] s_places =
    [
        (ManagedHeap, "in the managed heap"),
        ("rss_shmem_bytes", "in shared memory"),
        ("rss_file_bytes", "in mapped files, which the kernel can take back"),
        ("malloc_free_bytes", "in what malloc keeps free, which is no leak"),
        ("malloc_in_use_bytes", "in blocks of malloc that are in use"),
        (PrivateMemory, "outside of the managed heap, in private memory"),
    ];

    /// <summary>The verdict on one metric.</summary>
    /// <param name="Verdict">The verdict, as JSON names it.</param>
    /// <param name="Growth">The slope.</param>
    /// <param name="Says">The sentence.</param>
    public sealed record Part(string Verdict, double Growth, string Says);

    /// <summary>The line.</summary>
    /// <param name="name">Name of the process.</param>
    /// <param name="pid">Its number, where there is one.</param>
    /// <param name="parts">Verdicts by metric.</param>
    /// <param name="per">What slopes are per: "h" or "iteration".</param>
    public static string Headline(string? name, long? pid, IReadOnlyDictionary<string, Part> parts, string per)
    {
        string who = pid is { } number ? string.Create(CultureInfo.InvariantCulture, $"{SafeText.Of(name ?? "process")} ({number})") : SafeText.Of(name ?? "all points");
        if (!parts.TryGetValue("rss_bytes", out Part? rss))
            return $"{who}: {Count(parts, Grows)} of {parts.Count} metrics grow.";
        if (rss.Verdict != Grows)
            return $"{who}: resident memory {rss.Says}{Cache(parts, per)}.";
        (string metric, string place) = Array.Find(s_places, entry => parts.TryGetValue(entry.Metric, out Part? part) && part.Verdict == Grows && part.Growth > rss.Growth / 2);
        if (metric == PrivateMemory)
            place = PrivatePlace(parts.GetValueOrDefault(ManagedHeap), rss);
        string where = metric is null
            ? "no single part of it holds the growth"
            : $"the growth is {place} ({metric} grows by {Rate(parts[metric], per)})";
        return $"{who}: resident memory {rss.Says}; {where}.";
    }

    // Private memory holds the managed heap too: its share is told, or that it is not known.
    private static string PrivatePlace(Part? managed, Part rss) => managed?.Verdict switch
    {
        Grows => string.Create(
            CultureInfo.InvariantCulture, $"in private memory, {managed.Growth / rss.Growth:0 %} of it in the managed heap"),
        DoesNotGrow => "outside of the managed heap, in private memory",
        _ => "in private memory; it is not known how much of it in the managed heap",
    };

    // What a container is charged for grows, and no process has it.
    private static string Cache(IReadOnlyDictionary<string, Part> parts, string per) => parts.TryGetValue(GroupCache, out Part? cache) && cache.Verdict == Grows
        ? $"; the page cache of its control group grows by {Rate(cache, per)}, which the kernel can take back"
        : "";

    private static string Rate(Part part, string per) => $"{ReadableNumber.Of(part.Growth, ColumnUnit.Bytes)} per {(per == "h" ? "hour" : per)}";

    private static int Count(IReadOnlyDictionary<string, Part> parts, string verdict) => parts.Values.Count(part => part.Verdict == verdict);
}
