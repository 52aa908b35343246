using Fathom.Model.Results;

namespace Fathom.Query.Memory;

/// <summary>The columns of the memory views. A test compares them with the SQL.</summary>
public static class MemoryShapes
{
    /// <summary>The sum that a core alone has besides those of other sources.</summary>
    public const string SavedTotal = "saved";

    private static readonly ResultColumn s_category = new("category", CellKind.Text);
    private static readonly ResultColumn s_owner = new("owner", CellKind.Text);
    private static readonly ResultColumn[] s_totals = [new(ResultShape.TotalsKey, CellKind.Text), Bytes("size_bytes")];
    private static readonly string[] s_totalsRows = ["allocated", "not_explained", "rss", "held", "total", "kernel_rss"];

    private static readonly ResultColumn s_type = new("type", CellKind.Text);
    private static readonly ResultColumn s_count = new("count", CellKind.Integer, ColumnUnit.Count);

    // What a core alone does not tell, and what it alone tells.
    private static readonly string[] s_notOfCore = ["rss_bytes", "pss_bytes", "private_bytes", "swap_bytes", "held_bytes", "path"];
    private static readonly string[] s_ofCore = ["saved_bytes"];

    private static readonly ResultColumn[] s_resident = [Bytes("rss_bytes"), Bytes("pss_bytes"), Bytes("private_bytes"), Bytes("swap_bytes"), Bytes("virtual_bytes")];

    private static readonly ResultColumn[] s_sums = [.. s_resident, Bytes("held_bytes"), Bytes("saved_bytes"), new("explained", CellKind.Boolean), new("region_count", CellKind.Integer, ColumnUnit.Count)];

    /// <summary>The row names of MemAnalyzer (<c>--layout classic</c>).</summary>
    public static ResultShape Classic { get; } = new([s_type, s_count, Bytes("size_bytes")]) { IsSnapshot = true, TotalsColumns = s_totals, TotalsRows = s_totalsRows };

    /// <summary>The comparison of two looks.</summary>
    public static ResultShape Diff { get; } = new(
    [
        s_category,
        new("status", CellKind.Text),
        Bytes("delta_bytes"),
        new("delta_percent", CellKind.Real, ColumnUnit.Percent),
        Bytes("a_rss_bytes"),
        Bytes("b_rss_bytes"),
        Bytes("a_held_bytes"),
        Bytes("b_held_bytes"),
    ]);

    /// <summary>The comparison of two moments inside one recording.</summary>
    public static ResultShape Moments { get; } = new(
    [
        new("pid", CellKind.Integer),
        new("name", CellKind.Text),
        new("metric", CellKind.Text),
        new("item", CellKind.Text),
        Bytes("delta_bytes"),
        new("delta_percent", CellKind.Real, ColumnUnit.Percent),
        Bytes("a_bytes"),
        Bytes("b_bytes"),
        new("a_ts_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        new("b_ts_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
    ]);

    /// <summary>The rows of a view.</summary>
    public static ResultShape Of(MemoryView view) => view switch
    {
        MemoryView.Owners => new([s_category, s_owner, .. s_sums]) { IsSnapshot = true, TotalsColumns = s_totals, TotalsRows = s_totalsRows, Hidden = ["private_bytes", .. s_ofCore] },
        MemoryView.Regions => new(
        [
            new("start_address", CellKind.Integer, ColumnUnit.Address),
            new("end_address", CellKind.Integer, ColumnUnit.Address),
            new("permissions", CellKind.Text),
            s_category,
            s_owner,
            .. s_resident,
            Bytes("saved_bytes"),
            new("path", CellKind.Text),
        ])
        { IsSnapshot = true, TotalsColumns = s_totals, TotalsRows = s_totalsRows, Hidden = ["private_bytes", "pss_bytes", "path", .. s_ofCore] },
        MemoryView.Cgroup => new([new("fact", CellKind.Text), Bytes("size_bytes"), s_count, new("duration_ns", CellKind.Integer, ColumnUnit.Nanoseconds), new("cgroup", CellKind.Text), new("version", CellKind.Integer)]) { IsSnapshot = true },
        MemoryView.Classic => Classic,
        _ => new([s_category, .. s_sums]) { IsSnapshot = true, TotalsColumns = s_totals, TotalsRows = s_totalsRows, Hidden = ["private_bytes", .. s_ofCore] },
    };

    /// <summary>The rows of a view of a core alone: the same columns, of which others are shown.</summary>
    public static ResultShape OfCore(MemoryView view)
    {
        ResultShape shape = Of(view);
        string[] notTold = [.. s_notOfCore.Where(name => shape.Columns.Any(column => column.Name == name))];
        return shape with { Hidden = notTold, TotalsRows = [.. s_totalsRows, SavedTotal] };
    }

    private static ResultColumn Bytes(string name) => new(name, CellKind.Integer, ColumnUnit.Bytes);
}
