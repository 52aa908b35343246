namespace Fathom.Storage.DuckDb;

/// <summary>A column of a <see cref="DuckDbTableSource"/>.</summary>
/// <param name="Name">The name that queries use.</param>
/// <param name="Type">Its type. Enum takes its texts from <paramref name="Dictionary"/>.</param>
/// <param name="Dictionary">Distinct texts of an enum in sort order; values are their numbers, in one byte up to 255 texts, in two up to 65,535, else in four.</param>
public sealed record DuckDbSourceColumn(string Name, DuckDbType Type, IReadOnlyList<string>? Dictionary = null);
