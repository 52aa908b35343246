namespace Fathom.Model.Results;

/// <summary>Figures of a result that may be larger or smaller in truth, because something was lost. No limit is judged by them.</summary>
/// <param name="Totals">Names of totals rows.</param>
/// <param name="Rows">Whether the rows are such figures too.</param>
/// <param name="Reason">Why, in a few words.</param>
public sealed record Uncertainty(IReadOnlyList<string> Totals, bool Rows, string Reason)
{
    /// <summary>The column by which some rows are told to be such figures, where not all are.</summary>
    public string? RowColumn { get; init; }

    /// <summary>What stands in that column of these rows.</summary>
    public IReadOnlyList<string> RowKeys { get; init; } = [];

    /// <summary>The columns that are not certain in these rows; all of them where none is named. Limits that name none of them are judged by all rows.</summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>The rows that are certain; null where all are or none is.</summary>
    public ResultTable? Certain(ResultTable rows)
    {
        if (RowColumn is null)
            return null;
        int column = rows.IndexOf(RowColumn);
        return rows with { Rows = [.. rows.Rows.Where(row => row[column].IsNull || !RowKeys.Contains(row[column].Text))] };
    }
}
