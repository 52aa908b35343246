using Fathom.Model.Results;

namespace Fathom.Query.Strings;

/// <summary>The columns of the views on strings, known before a heap is read so that wrong conditions fail first. A test compares them with the SQL.</summary>
public static class StringShapes
{
    private static readonly ResultColumn s_text = new("text", CellKind.Text);
    private static readonly ResultColumn s_length = new("length", CellKind.Integer);
    private static readonly ResultColumn s_kind = new(ResultShape.TotalsKey, CellKind.Text);
    private static readonly ResultColumn[] s_totals = [s_kind, Count("count"), Count("distinct_count"), Bytes("size_bytes"), Bytes("waste_bytes")];
    private static readonly string[] s_totalsRows = ["duplicate", "unique", "other", "total"];

    private static readonly ResultColumn[] s_changes =
    [
        Count("delta_count"),
        Bytes("delta_size_bytes"),
        Bytes("delta_waste_bytes"),
        Count("a_count"),
        Count("b_count"),
        Bytes("a_size_bytes"),
        Bytes("b_size_bytes"),
        Bytes("a_waste_bytes"),
        Bytes("b_waste_bytes"),
    ];

    /// <summary>Strings by text.</summary>
    public static ResultShape Strings { get; } = new([s_text, Count("count"), Bytes("size_bytes"), Bytes("waste_bytes"), s_length])
    {
        TotalsColumns = s_totals,
        TotalsRows = s_totalsRows,
    };

    /// <summary>Strings by length.</summary>
    public static ResultShape Lengths { get; } = new([new("length_from", CellKind.Integer), new("length_to", CellKind.Integer), Count("count"), Count("distinct_count"), Bytes("size_bytes"), Bytes("waste_bytes")])
    {
        TotalsColumns = s_totals,
        TotalsRows = s_totalsRows,
    };

    /// <summary>The comparison of two heaps.</summary>
    public static ResultShape Diff { get; } = new([s_text, new("status", CellKind.Text), .. s_changes, s_length])
    {
        Hidden = ["a_waste_bytes", "b_waste_bytes"],
        TotalsColumns = [s_kind, .. s_changes],
        TotalsRows = s_totalsRows,
    };

    private static ResultColumn Count(string name) => new(name, CellKind.Integer, ColumnUnit.Count);

    private static ResultColumn Bytes(string name) => new(name, CellKind.Integer, ColumnUnit.Bytes);
}
