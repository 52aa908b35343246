namespace Fathom.Model.Tables;

/// <summary>One column of a recorded table.</summary>
/// <param name="Name">snake_case, with the unit in it where there is one (<c>size_bytes</c>, <c>pause_ns</c>).</param>
/// <param name="Type">Storage type.</param>
/// <param name="Description">One sentence for <c>docs/schema.md</c>: meaning, and the unit in words.</param>
/// <param name="Nullable">Whether the value may be absent. Text is absent where its id is <see cref="TextId.None"/>.</param>
public sealed record ColumnSchema(string Name, ColumnType Type, string Description, bool Nullable = false);
