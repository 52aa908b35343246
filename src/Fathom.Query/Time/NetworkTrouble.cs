using System.Globalization;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>Says what went wrong with TCP: what failed, and how much was sent again.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class NetworkTrouble(QuerySession session, int rec, CancellationToken stop)
{
    // A few are usual in any network; from one in a hundred on, connections become slow.
    private const long FewRetransmits = 3;
    private const double UsualPercent = 1;

    /// <summary>A line for each kind of trouble; none where nothing went wrong.</summary>
    public IReadOnlyList<string> Lines()
    {
        TableRow[] rows = [.. TableRow.All(session.Run("time/tcp-trouble", stop, QueryParameter.Of("rec", rec)))];
        long sends = Sum("sends"), again = Sum("retransmits"), failures = Sum("failures"), resets = Sum("resets");
        List<string> lines = [];
        if (failures > 0)
            lines.Add($"{AmountText.Of(failures, "connection")} failed{MostOf("failures", failures)}");
        if (resets > 0)
            lines.Add($"{AmountText.Of(resets, "connection")} {(resets == 1 ? "was" : "were")} reset{MostOf("resets", resets)}");
        // Without sends, as on Linux, there is nothing to compare with.
        if (again >= FewRetransmits && (sends == 0 || again * 100.0 / sends >= UsualPercent))
        {
            string share = sends == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $", {again * 100.0 / sends:0.0} % of sends");
            lines.Add($"{AmountText.Of(again, "packet")} {(again == 1 ? "was" : "were")} sent again{share}{MostOf("retransmits", again)}");
        }

        return lines;

        long Sum(string column) => rows.Sum(row => row.Number(column) ?? 0);

        string MostOf(string column, long all)
        {
            TableRow most = rows.MaxBy(row => row.Number(column) ?? 0)!;
            // Windows does not tell whose attempts failed.
            if (most.Number("pid") is not { } pid)
                return "";
            long of = most.Number(column) ?? 0;
            string port = most.Number("port") is { } number ? string.Create(CultureInfo.InvariantCulture, $", port {number}") : "";
            string to = most.Text("remote") is { } remote && remote[0] != '(' ? $" with {remote}{port}" : "";
            return string.Create(CultureInfo.InvariantCulture, $"{AmountText.LeadOver(of, all)} of {most.Text("process")} ({pid}){to}");
        }
    }
}
