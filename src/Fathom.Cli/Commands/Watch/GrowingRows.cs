using System.Globalization;
using Fathom.Cli.Output;
using Fathom.Model.Results;
using Fathom.Query.Trends;

namespace Fathom.Cli.Commands.Watch;

/// <summary>The verdicts that a table for people shows: what grows. The others are counted.</summary>
internal static class GrowingRows
{
    /// <summary>The answer with the rows of what grows, and a line about the others.</summary>
    /// <param name="answer">All verdicts, with the columns of <see cref="TrendShapes.Verdicts"/>.</param>
    /// <param name="request">What is asked of the rows; where anything is, all are kept.</param>
    public static CommandResult Of(CommandResult answer, OutputRequest request)
    {
        if (!request.ShowsWhatMatters)
            return answer;
        int verdict = answer.Rows.IndexOf("verdict");
        bool Is(Cell[] row, TrendVerdict one) => row[verdict].Text == TrendTable.NameOf(one);
        int still = answer.Rows.Rows.Count(row => Is(row, TrendVerdict.DoesNotGrow)), open = answer.Rows.Rows.Count(row => Is(row, TrendVerdict.TooShort));
        List<string> others = [];
        if (still > 0)
            others.Add(string.Create(CultureInfo.InvariantCulture, $"{still:#,##0} {(still == 1 ? "metric does" : "metrics do")} not grow"));
        if (open > 0)
            others.Add(string.Create(CultureInfo.InvariantCulture, $"{open:#,##0} too short to tell"));
        Cell[][] growing = [.. answer.Rows.Rows.Where(row => !Is(row, TrendVerdict.DoesNotGrow) && !Is(row, TrendVerdict.TooShort))];
        return others.Count == 0 ? answer : answer with { Rows = answer.Rows with { Rows = growing }, Rest = $"{string.Join(", ", others)} (--top N)" };
    }
}
