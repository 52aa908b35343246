using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;

namespace Fathom.Query.Requests;

/// <summary>Does a request in the engine: the rows that are shown, and as many counts as the request makes necessary.</summary>
/// <param name="sql">The query with the request around it.</param>
/// <param name="request">The request.</param>
/// <param name="isSums">Whether the rows are few and made of many: they are counted while they are shown.</param>
/// <param name="isLong">Whether the rows may be so many that asking twice, the first time only for the order, is faster.</param>
/// <param name="ask">Runs a query.</param>
internal sealed class RequestRun(RequestSql sql, RowRequest request, bool isSums, bool isLong, Func<string, ResultTable> ask)
{
    public RequestedRows Rows()
    {
        bool isCounted = isSums && request.Top is not null;
        ResultTable shown = ask(isCounted ? sql.CountedRows : FirstRows() ?? sql.Rows);
        long? kept = isCounted && shown.Rows.Count > 0 ? shown.Rows[0][^1].Integer : request.Kept;
        shown = isCounted ? shown.Without(RequestSql.KeptName) : shown;
        bool judged = request.Limits.Any(static limit => limit.Count > 0);
        bool isCut = shown.Rows.Count >= request.Top;
        long[] counts = judged || (isCut && kept is null)
            ? [.. ask(sql.KeptCounts).Rows[0].Select(static cell => cell.Integer)]
            : [isCut ? kept!.Value : shown.Rows.Count];
        long? all = counts[0] > 0 ? null : request.Tests.Count == 0 ? 0 : ask(sql.AllCount).Rows[0][0].Integer;
        return new RequestedRows(shown) { Counts = new RowCounts(all, counts[0], [.. request.Limits.Select((limit, i) => Found(limit, judged ? counts[i + 1] : 0))]) };
    }

    // The engine reads the other columns only of rows that a condition has left.
    private string? FirstRows()
    {
        if (!isLong || isSums || sql.LastKey is not { } question)
            return null;
        Cell[] last = ask(question).Rows[0];
        return last[0].Integer < request.Top ? null : sql.RowsUpTo(last[1].Integer);
    }

    private FoundRows Found(IReadOnlyList<CellTest> limit, long count) => count == 0 ? new FoundRows(0, []) : new FoundRows(
        count,
        [.. ask(sql.FirstOf(limit)).Rows.Select(row => (IReadOnlyList<LimitValue>)[.. limit.Select((test, i) => new LimitValue(test.Part.Name, test.Column.Unit, row[i]))])]);
}
