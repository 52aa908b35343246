using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Time;

/// <summary>Requests that a program sent, of which no duration is known.</summary>
public static class UnmatchedRequests
{
    private const string Why =
        "no request that was sent has a duration: only activities match begin and end, and their provider was not recorded "
        + "(--events System.Threading.Tasks.TplEventSource:0x80:informational)";

    /// <summary>What a reader must know of them, as one sentence; null where nothing.</summary>
    /// <param name="rows">Rows of one of the queries about requests, with all of their columns.</param>
    public static string? Note(ResultTable rows)
    {
        TableRow[] all = [.. TableRow.All(rows)];
        string duration = rows.Columns.Any(static column => column.Name == "max_ns") ? "max_ns" : "duration_ns";
        return all.Length > 0 && Array.TrueForAll(all, row => row.Number(duration) is null) ? Why : null;
    }
}
