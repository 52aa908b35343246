using Fathom.Model.Results;

namespace Fathom.Query.Graph;

/// <summary>The columns of the views on what holds what, known before anything is read so that wrong conditions fail first.</summary>
public static class GraphShapes
{
    private static readonly ResultColumn s_type = new("type", CellKind.Text);
    private static readonly ResultColumn s_module = new("module", CellKind.Text);
    private static readonly ResultColumn s_count = new("count", CellKind.Integer, ColumnUnit.Count);
    private static readonly ResultColumn s_size = Bytes("size_bytes");
    private static readonly ResultColumn s_retained = Bytes("retained_bytes");
    private static readonly ResultColumn s_share = new("retained_percent", CellKind.Real, ColumnUnit.Percent);
    private static readonly ResultColumn s_address = Address("address");
    private static readonly ResultColumn s_rootKind = new("root_kind", CellKind.Text);
    private static readonly ResultColumn s_holder = new("holder", CellKind.Text);
    private static readonly ResultColumn s_path = new("path", CellKind.Text, ColumnUnit.Lines);

    private static readonly ResultColumn[] s_totals = [new(ResultShape.TotalsKey, CellKind.Text), s_count, s_size];
    private static readonly string[] s_totalsRows = ["live"];

    /// <summary>What types retain.</summary>
    public static ResultShape Retained { get; } = new([s_type, s_module, s_count, s_size, s_retained, s_share])
    {
        IsSnapshot = true,
        TotalsColumns = s_totals,
        TotalsRows = s_totalsRows,
    };

    /// <summary>The objects that retain the most.</summary>
    public static ResultShape Retainers { get; } = new([s_address, s_type, s_module, s_size, s_retained, Address("dominator_address"), new("dominator_type", CellKind.Text)])
    {
        IsSnapshot = true,
        Hidden = [s_module.Name],
        TotalsColumns = s_totals,
        TotalsRows = s_totalsRows,
    };

    /// <summary>Suspects.</summary>
    public static ResultShape Suspects { get; } = new(
    [
        new("suspect", CellKind.Text, ColumnUnit.Lines),
        new("kind", CellKind.Text),
        s_type,
        s_module,
        s_count,
        s_retained,
        s_share,
        s_address,
        Address("point_address"),
        new("point_type", CellKind.Text),
        Bytes("point_retained_bytes"),
        new("held_type", CellKind.Text),
        new("held_count", CellKind.Integer, ColumnUnit.Count),
        Bytes("held_retained_bytes"),
        new("chain_type", CellKind.Text),
        new("chain_count", CellKind.Integer, ColumnUnit.Count),
        new("chain_object_count", CellKind.Integer, ColumnUnit.Count),
        new("behind_type", CellKind.Text),
        new("behind_count", CellKind.Integer, ColumnUnit.Count),
        Bytes("behind_retained_bytes"),
        s_rootKind,
        s_holder,
        s_path,
    ])
    {
        TotalsColumns = s_totals,
        TotalsRows = s_totalsRows,
        Hidden =
        [
            "module", "address", "point_address", "point_type", "point_retained_bytes", "held_type", "held_count", "held_retained_bytes",
            "chain_type", "chain_count", "chain_object_count", "behind_type", "behind_count", "behind_retained_bytes", "root_kind", "holder", "path",
        ],
    };

    /// <summary>Paths.</summary>
    public static ResultShape Paths { get; } = new([s_count, s_size, s_rootKind, s_holder, s_type, Address("example_address"), s_path]);

    private static ResultColumn Bytes(string name) => new(name, CellKind.Integer, ColumnUnit.Bytes);

    private static ResultColumn Address(string name) => new(name, CellKind.Integer, ColumnUnit.Address);
}
