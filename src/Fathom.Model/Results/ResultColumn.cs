namespace Fathom.Model.Results;

/// <summary>A column of a result.</summary>
/// <param name="Name">The one name it has in JSON, CSV, SQL and conditions: snake_case with the unit in it.</param>
/// <param name="Kind">Kind of its cells; any cell may be null.</param>
/// <param name="Unit">What its numbers measure.</param>
public sealed record ResultColumn(string Name, CellKind Kind, ColumnUnit Unit = ColumnUnit.None)
{
    /// <summary>How much it matters where a table is too wide.</summary>
    public ColumnRank Rank { get; init; }

    /// <summary>What stands above its cells in tables for people in place of its own name; null for that.</summary>
    public string? Heading { get; init; }

    /// <summary>What stands above its cells where they show their unit: <c>size</c> for <c>size_bytes</c>, since the cell says <c>24.7 MiB</c>. Conditions take this name too.</summary>
    public string ShortName => Heading ?? (Kind is CellKind.Integer or CellKind.Real ? Unit switch
    {
        ColumnUnit.Bytes => WithoutEnd(Name, "_bytes"),
        ColumnUnit.Nanoseconds => WithoutEnd(Name, "_ns"),
        _ => Name,
    }
    : Name);

    private static string WithoutEnd(string name, string end) => name.EndsWith(end, StringComparison.Ordinal) ? name[..^end.Length] : name;
}
