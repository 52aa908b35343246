using Fathom.Model.Results;

namespace Fathom.Query.Heap;

/// <summary>The columns of the heap views, known before a heap is read so that wrong conditions fail first. A test compares them with the SQL.</summary>
public static class HeapShapes
{
    private static readonly ResultColumn s_type = new("type", CellKind.Text);
    private static readonly ResultColumn s_module = new("module", CellKind.Text);
    private static readonly ResultColumn s_loadContext = new("load_context", CellKind.Text);
    private static readonly ResultColumn s_kind = new(ResultShape.TotalsKey, CellKind.Text);
    private static readonly string[] s_totalsRows = ["free", "allocated", "total"];

    private static readonly string[] s_liveRows = ["live", "dead", "not_known", "total"];

    private static readonly ResultColumn[] s_measures =
    [
        Count("count"),
        Bytes("size_bytes"),
        AverageBytes("average_bytes"),
    ];

    private static readonly ResultColumn[] s_totals = [s_kind, Count("count"), Bytes("size_bytes")];

    private static readonly ResultColumn[] s_changes =
    [
        Count("delta_count"),
        Bytes("delta_size_bytes"),
        new("delta_size_percent", CellKind.Real, ColumnUnit.Percent),
        Count("a_count"),
        Count("b_count"),
        Bytes("a_size_bytes"),
        Bytes("b_size_bytes"),
    ];

    /// <summary>The totals as rows of their own (<c>--totals</c>).</summary>
    public static ResultShape Totals { get; } = new(s_totals) { IsSnapshot = true, TotalsColumns = s_totals, TotalsRows = s_totalsRows };

    /// <summary>The totals of live and dead objects as rows of their own.</summary>
    public static ResultShape LiveTotals { get; } = new(s_totals) { IsSnapshot = true, TotalsColumns = s_totals, TotalsRows = s_liveRows };

    /// <summary>The comparison of two heaps.</summary>
    public static ResultShape Diff { get; } = new([s_type, s_module, s_loadContext, new("status", CellKind.Text), .. s_changes, AverageBytes("a_average_bytes"), AverageBytes("b_average_bytes")])
    {
        Hidden = [s_loadContext.Name],
        TotalsColumns = [s_kind, .. s_changes],
        TotalsRows = s_totalsRows,
    };

    /// <summary>The comparison of the live objects of two heaps.</summary>
    public static ResultShape LiveDiff { get; } = Diff with { TotalsRows = s_liveRows };

    /// <summary>Sizes of objects per type.</summary>
    public static ResultShape Histogram { get; } = new([s_type, s_module, s_loadContext, Bytes("from_bytes"), Bytes("to_bytes"), Count("count"), Bytes("size_bytes")])
    {
        Hidden = [s_loadContext.Name],
    };

    /// <summary>Sizes of objects, all types together.</summary>
    public static ResultShape HistogramBySize { get; } = new([Bytes("from_bytes"), Bytes("to_bytes"), Count("type_count"), Count("count"), Bytes("size_bytes")]);

    /// <summary>Types of one heap.</summary>
    /// <param name="grouping">What the rows are divided by.</param>
    /// <param name="population">Which objects are counted.</param>
    public static ResultShape Types(HeapGrouping grouping, HeapPopulation population = HeapPopulation.All) => new([s_type, s_module, s_loadContext, .. Divisions(grouping), .. s_measures])
    {
        IsSnapshot = true,
        Hidden = grouping == HeapGrouping.LoadContext ? [] : [s_loadContext.Name],
        TotalsColumns = s_totals,
        TotalsRows = population == HeapPopulation.All ? s_totalsRows : s_liveRows,
    };

    private static ResultColumn[] Divisions(HeapGrouping grouping) => grouping switch
    {
        HeapGrouping.Generation => [new("generation", CellKind.Text)],
        HeapGrouping.Segment => [new("segment", CellKind.Integer, ColumnUnit.Address), new("segment_kind", CellKind.Text), new("heap", CellKind.Integer)],
        _ => [],
    };

    private static ResultColumn Count(string name) => new(name, CellKind.Integer, ColumnUnit.Count);

    private static ResultColumn Bytes(string name) => new(name, CellKind.Integer, ColumnUnit.Bytes);

    private static ResultColumn AverageBytes(string name) => new(name, CellKind.Real, ColumnUnit.Bytes);
}
