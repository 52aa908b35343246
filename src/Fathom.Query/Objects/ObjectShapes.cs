using Fathom.Model.Results;

namespace Fathom.Query.Objects;

/// <summary>The columns of the views on objects, known before a heap is read so that wrong conditions fail first. A test compares them with the SQL.</summary>
public static class ObjectShapes
{
    private static readonly ResultColumn s_address = new("address", CellKind.Integer, ColumnUnit.Address);

    /// <summary>Objects, one by one.</summary>
    public static ResultShape Objects { get; } = new(
    [
        s_address,
        new("type", CellKind.Text),
        new("module", CellKind.Text),
        new("generation", CellKind.Text),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
    ])
    {
        Hidden = ["module"],
    };

    /// <summary>Fields or elements of one object.</summary>
    public static ResultShape Fields { get; } = new(
    [
        new("name", CellKind.Text),
        new("value", CellKind.Text),
        new("type", CellKind.Text),
        new("reference_address", CellKind.Integer, ColumnUnit.Address),
        s_address,
        new("declared_by", CellKind.Text),
    ])
    {
        Hidden = ["address", "declared_by"],
    };
}
