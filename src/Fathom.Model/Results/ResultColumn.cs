namespace Fathom.Model.Results;

/// <summary>A column of a result.</summary>
/// <param name="Name">The one name it has in JSON, CSV, SQL and conditions: snake_case with the unit in it.</param>
/// <param name="Kind">Kind of its cells; any cell may be null.</param>
/// <param name="Unit">What its numbers measure.</param>
public sealed record ResultColumn(string Name, CellKind Kind, ColumnUnit Unit = ColumnUnit.None);
