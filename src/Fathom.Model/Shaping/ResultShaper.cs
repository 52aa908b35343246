using Fathom.Model.Conditions;
using Fathom.Model.Results;

namespace Fathom.Model.Shaping;

/// <summary>
/// From the whole answer to what is shown: filter, order, judge, cut, choose columns; the same for every output format. Limits see the rows that
/// the filter keeps, all of them, whatever <c>--top</c> shows.
/// </summary>
/// <param name="filter">Which rows are kept.</param>
/// <param name="limits">What is judged.</param>
/// <param name="order">The order, or null to keep the verb's own.</param>
/// <param name="columns">Which columns are shown.</param>
/// <param name="top">The most rows that are shown, or null for all.</param>
public sealed class ResultShaper(RowFilter filter, LimitCheck limits, RowOrder? order, ColumnChoice columns, int? top)
{
    /// <summary>What is asked of the rows, for whoever computes them.</summary>
    public RowRequest Request => new() { Tests = filter.Tests, Order = order, Columns = columns.Names, Top = top, Limits = limits.RowTests };

    /// <summary>Shapes an answer; what is done already of <see cref="Request"/> is not done again.</summary>
    public ShapedResult Shape(CommandResult answer)
    {
        if (answer.Counts is { } counts)
        {
            return new ShapedResult(
                answer with { Rows = columns.Mark(answer.Rows) }, counts.Kept - answer.Rows.Rows.Count, limits.Judge(counts.Found, answer.Totals, answer.Uncertainty))
            {
                AllRows = counts.All,
                OfferedColumns = columns.OfferedColumns,
            };
        }

        ResultTable rows = filter.Apply(answer.Rows);
        rows = order is null ? rows : order.Apply(rows);
        LimitVerdict verdict = limits.Judge(rows, answer.Totals, answer.Uncertainty);
        int shown = Math.Min(rows.Rows.Count, top ?? int.MaxValue);
        int omitted = rows.Rows.Count - shown;
        if (omitted > 0)
            rows = rows with { Rows = [.. rows.Rows.Take(shown)] };
        return new ShapedResult(answer with { Rows = columns.Apply(rows) }, omitted, verdict) { AllRows = answer.Rows.Rows.Count, OfferedColumns = columns.OfferedColumns };
    }
}
