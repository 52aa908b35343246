using Fathom.Model.Results;

namespace Fathom.Query.Comparing;

/// <summary>
/// The largest changes of several verbs on one screen. First those of time that is spent, by their size, since they have one unit; then those of
/// each other verb.
/// </summary>
/// <param name="show">Writes a number with its unit for people.</param>
public sealed class ComparisonOverview(Func<double, ColumnUnit, string> show)
{
    private const int MostOfTime = 8;
    private const int MostOfVerb = 3;
    private const int MostOfOther = 2;
    private const double LeastPercent = 1;
    private const double Whole = 100;
    private const string NotKnown = "(not known)";
    private const int Verdict = 7;

    /// <summary>The columns.</summary>
    /// <param name="isJudged">Whether there are enough runs of each side for a verdict.</param>
    public static ResultShape Shape(bool isJudged) => new(
    [
        new("verb", CellKind.Text) { Rank = ColumnRank.Key },
        new("row", CellKind.Text) { Rank = ColumnRank.Key },
        new("before", CellKind.Text) { Rank = ColumnRank.Key },
        new("after", CellKind.Text) { Rank = ColumnRank.Key },
        new("delta", CellKind.Text) { Rank = ColumnRank.Key },
        new("delta_percent", CellKind.Real, ColumnUnit.Percent) { Rank = ColumnRank.Detail },
        new("share_percent", CellKind.Real, ColumnUnit.Percent) { Rank = ColumnRank.Key, Heading = "share" },
        new(ComparisonColumns.Verdict, CellKind.Text) { Rank = isJudged ? ColumnRank.Key : ColumnRank.Detail },
        new(ComparisonColumns.Status, CellKind.Text) { Rank = ColumnRank.Detail },
        new("figure", CellKind.Text) { Rank = ColumnRank.Detail },
        new("per", CellKind.Text) { Rank = ColumnRank.Detail },
        new("delta_value", CellKind.Real) { Rank = ColumnRank.Detail },
        new("a_value", CellKind.Real) { Rank = ColumnRank.Detail },
        new("b_value", CellKind.Real) { Rank = ColumnRank.Detail },
    ]);

    /// <summary>The rows.</summary>
    /// <param name="tables">What changed by verb, in the order in which verbs are shown.</param>
    /// <param name="isJudged">Whether there are enough runs of each side for a verdict.</param>
    public ResultTable Rows(IReadOnlyList<ComparedTable> tables, bool isJudged)
    {
        ILookup<bool, Change[]> found = tables
            .Select(table => Changes(table).Where(change => !isJudged || change.Cells[Verdict].Text != TableComparison.NoChange).ToArray())
            .Where(static changes => changes.Length > 0).ToLookup(static changes => changes[0].IsTime);
        return new ResultTable(
            Shape(isJudged).Columns,
            [
                .. found[true].SelectMany(static changes => changes.Take(MostOfVerb)).OrderByDescending(static change => change.Size)
                    .Take(MostOfTime).Select(static change => change.Cells),
                .. found[false].SelectMany(static changes => changes.Take(MostOfOther)).Select(static change => change.Cells),
            ]);
    }

    private IEnumerable<Change> Changes(ComparedTable table)
    {
        ResultTable rows = table.Rows;
        TableComparison compared = table.Comparison;
        int delta = Find(compared.Column("delta")), before = Find(compared.Column("a")), after = Find(compared.Column("b"));
        double whole = compared.Sums is var (was, isNow) ? Math.Max(was, isNow) : 0;
        foreach (Cell[] row in rows.Rows.Where(row => row[delta] is { IsNull: false, Number: not 0 }))
        {
            double size = Math.Abs(row[delta].Number);
            Cell share = whole > 0 ? Cell.Of(Whole * size / whole) : default;
            if (share.IsNull || share.Number >= LeastPercent)
            {
                yield return new Change(compared.IsSpentTime, size,
                [
                    Cell.Of(table.Verb),
                    Cell.Of(Name(table, row)),
                    Text(row[before]),
                    Text(row[after]),
                    Cell.Of($"{(row[delta].Number > 0 ? "+" : "")}{show(row[delta].Number, compared.Unit)}"),
                    row[Find("delta_percent")],
                    share,
                    row[Find(ComparisonColumns.Verdict)],
                    row[Find(ComparisonColumns.Status)],
                    row[Find("figure")],
                    row[Find("per")],
                    row[delta],
                    row[before],
                    row[after],
                ]);
            }
        }

        int Find(string column) => rows.IndexOf(column);

        Cell Text(Cell cell) => cell.IsNull ? default : Cell.Of(show(cell.Number, compared.Unit));
    }

    // Of numbers the column says what they are.
    private static string Name(ComparedTable table, Cell[] row)
    {
        string[] words =
        [
            .. table.Comparison.Same.Where(name => name is not ("process" or "module") && !table.Comparison.Shape.Hidden.Contains(name)).Select(name => (name, Value: row[table.Rows.IndexOf(name)]))
                .Where(static part => !part.Value.IsNull)
                .Select(static part => part.Value.Kind == CellKind.Integer ? $"{part.name} {part.Value}" : part.Value.ToString()),
        ];
        return words.Length > 0 ? string.Join(' ', words) : table.Comparison.Same is [_] && !row[0].IsNull ? row[0].ToString() : NotKnown;
    }

    private sealed record Change(bool IsTime, double Size, Cell[] Cells);
}
