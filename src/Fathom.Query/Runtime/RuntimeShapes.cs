using Fathom.Model.Results;

namespace Fathom.Query.Runtime;

/// <summary>The columns of the views on the runtime's tables, known before anything is read. A test compares them with the SQL.</summary>
public static class RuntimeShapes
{
    private static readonly ResultColumn s_type = new("type", CellKind.Text);
    private static readonly ResultColumn s_kind = new("kind", CellKind.Text);
    private static readonly ResultColumn s_count = new("count", CellKind.Integer, ColumnUnit.Count);
    private static readonly ResultColumn s_size = new("size_bytes", CellKind.Integer, ColumnUnit.Bytes);

    /// <summary>Handles by kind and type.</summary>
    public static ResultShape Handles { get; } = new([s_kind, s_type, new("dependent_type", CellKind.Text), s_count, s_size]);

    /// <summary>Objects with finalizers by state and type.</summary>
    public static ResultShape Finalizables { get; } = new([new("state", CellKind.Text), s_type, s_count, s_size]);

    /// <summary>Modules.</summary>
    public static ResultShape Modules { get; } = new(
    [
        new("name", CellKind.Text),
        new("load_context", CellKind.Text),
        s_kind,
        new("collectible", CellKind.Boolean),
        new("unloading", CellKind.Boolean),
        s_size,
        new("path", CellKind.Text),
    ]);
}
