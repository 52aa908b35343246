using Fathom.Model.Results;

namespace Fathom.Query.Findings;

/// <summary>The columns of the findings view.</summary>
public static class FindingShapes
{
    /// <summary>Rows of <see cref="FindingReport.Findings"/>.</summary>
    public static ResultShape Findings { get; } = new(
    [
        new("rule", CellKind.Text),
        new("severity", CellKind.Text),
        new("subject", CellKind.Text),
        new("evidence", CellKind.Text, ColumnUnit.Lines),
    ]);
}
