using Fathom.Model;
using Fathom.Model.Orphans;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Orphans;

/// <summary>Answers questions about the memory of the machines of a session's recordings, which are meant by their position.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class OrphanReport(QuerySession session, CancellationToken stop)
{
    /// <summary>The balance in one column, and the sum of the cases.</summary>
    public ResultTable Totals(int rec) => Run("orphans/totals", rec);

    /// <summary>How the newest look of a recording was taken.</summary>
    /// <exception cref="FathomException">The recording holds no such look.</exception>
    public MachineFacts Facts(int rec)
    {
        TableRow row = TableRow.All(Run("orphans/snapshot", rec)).FirstOrDefault() ?? throw FathomException.Target(
            $"'{session.Recordings[rec].Path}' holds no snapshot of a machine's memory.", "fathom orphans --save NAME.fathom makes one");
        Manifest manifest = session.Recordings[rec].Manifest;
        return new MachineFacts
        {
            Utc = manifest.TimeOf(row.Number("ts_ns")!.Value),
            Machine = row.Text("machine")!,
            TotalBytes = row.Number("mem_total_bytes")!.Value,
            ZoneBytes = row.Number("zone_bytes")!.Value,
            ProcessCount = row.Number("process_count")!.Value,
            RefusedCount = row.Number("refused_process_count")!.Value,
            VanishedCount = row.Number("vanished_process_count")!.Value,
        };
    }

    private ResultTable Run(string query, int rec) => session.Run(query, stop, QueryParameter.Of("rec", rec));
}
