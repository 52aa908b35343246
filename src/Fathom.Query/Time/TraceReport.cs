using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;

namespace Fathom.Query.Time;

/// <summary>What a recording says of the trace that it was made from.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class TraceReport(QuerySession session, int rec, CancellationToken stop)
{
    /// <summary>What was recorded.</summary>
    /// <exception cref="FathomException">The recording holds no trace.</exception>
    public TraceFacts Facts()
    {
        TableRow row = TableRow.All(Run("time/trace")).FirstOrDefault() ?? throw FathomException.Target(
            $"'{session.Recordings[rec].Path}' holds no trace.", "fathom info RECORDING shows what a recording holds");
        return new TraceFacts(
            row.Text("file") ?? "",
            row.Text("format") ?? "",
            row.Text("machine"),
            row.Number("duration_ns") ?? 0,
            row.Truth("whole_machine"),
            row.Number("sample_count") ?? 0,
            row.Number("lost_count") ?? 0,
            row.Number("truncated_stack_count") ?? 0,
            row.Text("no_waits"),
            [.. TableRow.All(Run("time/naming")).Select(static kind => (kind.Text("kind") ?? "", kind.Number("frame_count") ?? 0, kind.Number("named_count") ?? 0))]);
    }

    private ResultTable Run(string query) => session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec)));
}
