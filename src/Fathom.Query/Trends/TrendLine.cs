using Fathom.Model.Results;

namespace Fathom.Query.Trends;

/// <summary>A series with what it is of.</summary>
/// <param name="Subject">The process.</param>
/// <param name="Metric">The metric; its name says the unit.</param>
/// <param name="Item">The type, category or owner; null for the whole process.</param>
public sealed record TrendLine(TrendSubject Subject, string Metric, string? Item)
{
    /// <summary>The metric of the managed heap.</summary>
    internal const string Managed = "managed_bytes";

    // What objects occupy has no noise of pages.
    private const string HeapSize = "size_bytes";

    /// <summary>The values.</summary>
    public TrendSeries Series { get; } = new();

    /// <summary>What the values measure.</summary>
    public ColumnUnit Unit => UnitOf(Metric);

    /// <summary>What the values of a metric measure, told by its name.</summary>
    public static ColumnUnit UnitOf(string metric) => ColumnUnits.Of(metric, CellKind.Real) is var unit and not ColumnUnit.None ? unit : ColumnUnit.Count;

    /// <summary>The rise that matters.</summary>
    public Materiality Matters => Unit switch
    {
        ColumnUnit.Bytes => Item is not null || Metric == HeapSize ? Materiality.BytesOfItem : Metric == Managed ? Materiality.ManagedBytes : Materiality.Bytes,
        ColumnUnit.Percent => Materiality.Percent,
        ColumnUnit.Count => Materiality.Counts,
        _ => Materiality.Unknown,
    };

    /// <summary>Whether it holds the managed heap, so that garbage that was not collected is in it: memory of the process that is private or committed.</summary>
    public bool HoldsGarbage => Item is null && Metric is "rss_bytes" or "rss_anon_bytes" or "pss_bytes" or "managed_committed_bytes" or "cgroup_bytes";

    /// <summary>Whether it is a part of resident memory, which the kernel may move to swap.</summary>
    public bool IsResident => Metric.StartsWith("rss_", StringComparison.Ordinal) || Metric.StartsWith("pss_", StringComparison.Ordinal);
}
