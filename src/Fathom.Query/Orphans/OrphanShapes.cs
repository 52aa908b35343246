using Fathom.Model.Results;

namespace Fathom.Query.Orphans;

/// <summary>The columns of the views of a machine's memory. A test compares them with the SQL.</summary>
public static class OrphanShapes
{
    private static readonly ResultColumn s_kind = new("kind", CellKind.Text);
    private static readonly ResultColumn s_owner = new("owner", CellKind.Text);
    private static readonly ResultColumn s_name = new("name", CellKind.Text);
    private static readonly ResultColumn[] s_totals = [new(ResultShape.TotalsKey, CellKind.Text), Bytes("size_bytes")];

    private static readonly string[] s_totalsRows =
    [
        "free", "free_per_processor", "anonymous", "file_cache", "shared_memory", "buffers", "swap_cache", "reclaimable_slab", "unreclaimable_slab",
        "other_reclaimable", "kernel_stacks", "page_tables", "vmalloc", "percpu", "huge_pages", "zram", "zswap", "balloon", "bad_pages", "unaccounted",
        "machine", "swap", "total",
    ];

    /// <summary>The comparison of two looks.</summary>
    public static ResultShape Diff { get; } = new(
    [
        new("part", CellKind.Text),
        s_kind,
        s_owner,
        s_name,
        new("status", CellKind.Text),
        Bytes("delta_bytes"),
        new("delta_percent", CellKind.Real, ColumnUnit.Percent),
        Bytes("a_size_bytes"),
        Bytes("b_size_bytes"),
    ]);

    /// <summary>The rows of a view.</summary>
    public static ResultShape Of(OrphanView view) => view switch
    {
        OrphanView.Balance => new([s_kind, Bytes("size_bytes"), new("part_of", CellKind.Text), s_name]) { IsSnapshot = true },
        OrphanView.Cache => new([s_kind, Bytes("size_bytes"), s_name]) { IsSnapshot = true },
        _ => new(
        [
            s_kind,
            Bytes("size_bytes"),
            new("owner_pid", CellKind.Integer),
            s_owner,
            s_name,
            new("count", CellKind.Integer, ColumnUnit.Count),
            new("evidence", CellKind.Text),
        ])
        { IsSnapshot = true, TotalsColumns = s_totals, TotalsRows = s_totalsRows, Hidden = ["evidence"] },
    };

    private static ResultColumn Bytes(string name) => new(name, CellKind.Integer, ColumnUnit.Bytes);
}
