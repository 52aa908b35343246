using Fathom.Model.Results;

namespace Fathom.Query.Trends;

/// <summary>A series with what it is of.</summary>
/// <param name="Subject">The process.</param>
/// <param name="Metric">The metric; its name says the unit.</param>
/// <param name="Item">The type, category or owner; null for the whole process.</param>
public sealed record TrendLine(TrendSubject Subject, string Metric, string? Item)
{
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
        ColumnUnit.Bytes => Item is null && Metric != HeapSize ? Materiality.Bytes : Materiality.BytesOfItem,
        ColumnUnit.Percent => Materiality.Percent,
        ColumnUnit.Count => Materiality.Counts,
        _ => Materiality.Unknown,
    };

    /// <summary>Whether it is a part of resident memory, which the kernel may move to swap.</summary>
    public bool IsResident => Metric.StartsWith("rss_", StringComparison.Ordinal) || Metric.StartsWith("pss_", StringComparison.Ordinal);
}
