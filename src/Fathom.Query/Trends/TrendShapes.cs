using Fathom.Model.Results;

namespace Fathom.Query.Trends;

/// <summary>The columns of verdicts.</summary>
public static class TrendShapes
{
    /// <summary>The sentence of a row for people.</summary>
    public const string Says = "says";

    private static readonly string[] s_forPeople = ["verdict", "reason", "growth", "confidence_percent", "tau", "first", "last", "highest", "samples", "warm_up"];

    private static readonly ResultColumn[] s_columns =
    [
        new("pid", CellKind.Integer),
        new("name", CellKind.Text),
        new("metric", CellKind.Text),
        new("item", CellKind.Text),
        new("verdict", CellKind.Text),
        new("reason", CellKind.Text),
        new("growth", CellKind.Real),
        new("per", CellKind.Text),
        new("confidence_percent", CellKind.Real, ColumnUnit.Percent),
        new("tau", CellKind.Real),
        new("first", CellKind.Real),
        new("last", CellKind.Real),
        new("highest", CellKind.Real),
        new("samples", CellKind.Integer, ColumnUnit.Count),
        new("warm_up", CellKind.Real),
        new(Says, CellKind.Text),
    ];

    /// <summary>Verdicts.</summary>
    /// <param name="isForPeople">Whether a table is shown, where one sentence stands for the figures.</param>
    public static ResultShape Verdicts(bool isForPeople) => new(s_columns) { Hidden = isForPeople ? [.. s_forPeople, "per"] : [] };
}
