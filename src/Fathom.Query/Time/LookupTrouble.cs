using System.Globalization;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>Says which lookups of names failed, and which were slow.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class LookupTrouble(QuerySession session, int rec, CancellationToken stop)
{
    private const double NanosecondsPerSecond = 1e9;

    /// <summary>A line for failed lookups and one for slow ones; none where there was none.</summary>
    public IReadOnlyList<string> Lines()
    {
        TableRow[] rows = [.. TableRow.All(session.Run("time/dns-trouble", stop, QueryParameter.Of("rec", rec)))];
        long all = Sum("lookups"), failures = Sum("failures"), slow = Sum("slow");
        List<string> lines = [];
        if (failures > 0)
        {
            TableRow most = rows[0];
            lines.Add(string.Create(CultureInfo.InvariantCulture,
                $"{failures:#,##0} of {AmountText.Of(all, "lookup")} failed{AmountText.LeadOver(most.Number("failures") ?? 0, failures)} "
                + $"of {most.Text("name")} ({most.Text("error")})"));
        }

        if (slow > 0)
        {
            TableRow longest = rows.MaxBy(static row => row.Number("max_ns") ?? 0)!;
            lines.Add(string.Create(CultureInfo.InvariantCulture, $"{slow:#,##0} of {AmountText.Of(all, "lookup")} took longer than a second, "
                + $"at most {(longest.Number("max_ns") ?? 0) / NanosecondsPerSecond:#,##0.0} s: {longest.Text("name")}"));
        }

        return lines;

        long Sum(string column) => rows.Sum(row => row.Number(column) ?? 0);
    }
}
