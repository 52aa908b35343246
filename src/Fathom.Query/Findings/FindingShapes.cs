using Fathom.Model.Results;

namespace Fathom.Query.Findings;

/// <summary>The columns of the findings view.</summary>
public static class FindingShapes
{
    /// <summary>A row for each finding, and for each rule that could not judge.</summary>
    public static ResultShape Findings { get; } = new(
    [
        new("recording", CellKind.Text) { Rank = ColumnRank.Common },
        new("rule", CellKind.Text),
        new("severity", CellKind.Text),
        new("subject", CellKind.Text),
        new("evidence", CellKind.Text, ColumnUnit.Lines),
        new("next", CellKind.Text) { Rank = ColumnRank.Detail },
        new("see", CellKind.Text) { Rank = ColumnRank.Detail },
    ]);
}
