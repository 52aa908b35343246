namespace Fathom.Model.Tables;

/// <summary>A recorded table: its columns in storage order and the order of its rows inside a part.</summary>
/// <param name="Name">Singular snake_case; also the folder of its Parquet parts.</param>
/// <param name="Group">The group of <c>docs/schema.md</c> that it is listed in.</param>
/// <param name="Description">One sentence: what a row is.</param>
/// <param name="Columns">Columns in the order that <see cref="IRow{T}.Transpose"/> writes them.</param>
/// <param name="SortKey">Names of the columns that each part is sorted by; empty keeps the order of writing.</param>
public sealed record TableSchema(string Name, string Group, string Description, IReadOnlyList<ColumnSchema> Columns, IReadOnlyList<string> SortKey);
