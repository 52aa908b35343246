using Fathom.Model.Results;
using Fathom.Query.Comparing;

namespace Fathom.Query.Why;

/// <summary>What is said of the causes that changed most between two recordings.</summary>
public static class WhyChange
{
    private const int MostSteps = 2;

    // It has no rows of programs, which could be compared.
    private const string Undivided = "machine";

    // The share of a change, of what all threads were busy on the larger side: below it nothing is said.
    private const double LeastShare = 0.01;

    /// <summary>A sentence about the largest change; null where none is large enough.</summary>
    /// <param name="comparison">What was compared.</param>
    /// <param name="rows">Its rows, the largest change first.</param>
    /// <param name="show">Writes a number with its unit for people.</param>
    public static string? Sentence(TableComparison comparison, ResultTable rows, Func<double, ColumnUnit, string> show)
    {
        if (Large(comparison, rows).FirstOrDefault() is not { } row)
            return null;
        string? method = row[rows.IndexOf("method")].IsNull ? null : row[rows.IndexOf("method")].Text;
        string process = row[rows.IndexOf("process")].IsNull ? "" : $"{row[rows.IndexOf("process")].Text}: ";
        return $"Most changed: {process}{row[rows.IndexOf("cause")].Text}{WhyReport.In(method)}, {Of("a")} before, {Of("b")} after"
            + $"{(comparison.Per is { } per ? $" {per}" : "")}.";

        string Of(string side) => show(row[rows.IndexOf(comparison.Column(side))] is { IsNull: false } value ? value.Number : 0, comparison.Unit);
    }

    /// <summary>The verbs that say more of the largest changes, the largest first.</summary>
    public static IReadOnlyList<string> Verbs(TableComparison comparison, ResultTable rows) =>
    [
        .. Large(comparison, rows)
            .Select(row => Causes.All.FirstOrDefault(cause => cause.Title == row[rows.IndexOf("cause")].Text)?.Verb)
            .OfType<string>().Where(static verb => verb != Undivided).Distinct().Take(MostSteps),
    ];

    private static IEnumerable<Cell[]> Large(TableComparison comparison, ResultTable rows)
    {
        int delta = rows.IndexOf(comparison.Column("delta")), verdict = rows.IndexOf(ComparisonColumns.Verdict);
        double least = comparison.Sums is var (before, after) ? LeastShare * Math.Max(before, after) : 0;
        return rows.Rows.Where(row => !row[delta].IsNull && row[delta].Number != 0 && Math.Abs(row[delta].Number) >= least
            && !(comparison.IsJudged && row[verdict].Text is (TableComparison.NoChange or TableComparison.NotJudged)));
    }
}
