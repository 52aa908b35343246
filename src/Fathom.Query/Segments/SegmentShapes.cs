using Fathom.Model.Results;

namespace Fathom.Query.Segments;

/// <summary>The columns of the views on segments, known before a heap is read so that wrong conditions fail first. A test compares them with the SQL.</summary>
public static class SegmentShapes
{
    private static readonly ResultColumn s_segments = new("segment_count", CellKind.Integer, ColumnUnit.Count);

    private static readonly ResultColumn[] s_measures =
    [
        Bytes("committed_bytes"),
        Bytes("allocated_bytes"),
        Bytes("object_bytes"),
        Bytes("free_bytes"),
        new("free_percent", CellKind.Real, ColumnUnit.Percent),
        new("free_count", CellKind.Integer, ColumnUnit.Count),
        Bytes("largest_free_bytes"),
        Bytes("listed_free_bytes"),
        new("pinned_count", CellKind.Integer, ColumnUnit.Count),
        Bytes("pinned_bytes"),
    ];

    /// <summary>By generation.</summary>
    public static ResultShape ByGeneration { get; } = Shape([new("generation", CellKind.Text), s_segments]);

    /// <summary>Each segment.</summary>
    public static ResultShape Each { get; } = Shape(
    [
        new("segment", CellKind.Integer, ColumnUnit.Address),
        new("heap", CellKind.Integer),
        new("segment_kind", CellKind.Text),
        new("generation", CellKind.Text),
    ]);

    private static ResultShape Shape(ResultColumn[] keys) => new([.. keys, .. s_measures])
    {
        TotalsColumns = [new ResultColumn(ResultShape.TotalsKey, CellKind.Text), s_segments, .. s_measures],
        TotalsRows = ["total"],
    };

    private static ResultColumn Bytes(string name) => new(name, CellKind.Integer, ColumnUnit.Bytes);
}
