namespace Fathom.Model.Results;

/// <summary>What a verb will answer with, known before it starts: conditions, sorting and column choices are checked against it.</summary>
/// <param name="Columns">Columns of the rows.</param>
public sealed record ResultShape(IReadOnlyList<ResultColumn> Columns)
{
    /// <summary>The column of a totals table that names its rows.</summary>
    public const string TotalsKey = "kind";

    /// <summary>Whether a CSV file leads with the columns of <see cref="TrendContext"/>.</summary>
    public bool IsSnapshot { get; init; }

    /// <summary>Names of columns that are shown only when <c>--columns</c> asks for them.</summary>
    public IReadOnlyList<string> Hidden { get; init; } = [];

    /// <summary>Columns of the totals, <see cref="TotalsKey"/> among them; empty where the verb has none.</summary>
    public IReadOnlyList<ResultColumn> TotalsColumns { get; init; } = [];

    /// <summary>Values of <see cref="TotalsKey"/> that the totals have: "free", "allocated", "total".</summary>
    public IReadOnlyList<string> TotalsRows { get; init; } = [];

    /// <summary>The same shape with hidden columns shown.</summary>
    public ResultShape Showing(params ReadOnlySpan<string> columns) => this with { Hidden = [.. Hidden.Except(columns.ToArray())] };

    /// <summary>The same shape with more columns hidden.</summary>
    public ResultShape Hiding(params ReadOnlySpan<string> columns) => this with { Hidden = [.. Hidden, .. columns] };

    /// <summary>The same shape with columns that are never left out where a table is too wide.</summary>
    public ResultShape Keeping(params ReadOnlySpan<string> columns) => Ranking(ColumnRank.Key, columns.ToArray());

    /// <summary>The same shape with columns that tables for people show only when they are asked for.</summary>
    public ResultShape Detailing(params ReadOnlySpan<string> columns) => Ranking(ColumnRank.Detail, columns.ToArray());

    /// <summary>The same shape without some of its columns.</summary>
    public ResultShape Without(params ReadOnlySpan<string> columns)
    {
        string[] names = columns.ToArray();
        return this with { Columns = [.. Columns.Where(column => !names.Contains(column.Name))], Hidden = [.. Hidden.Except(names)] };
    }

    /// <summary>The same shape with the totals of another one.</summary>
    public ResultShape WithTotals(ResultShape other) => this with { TotalsColumns = other.TotalsColumns, TotalsRows = other.TotalsRows };

    private ResultShape Ranking(ColumnRank rank, string[] names) => this with { Columns = [.. Columns.Select(column => names.Contains(column.Name) ? column with { Rank = rank } : column)] };
}
