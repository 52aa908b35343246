using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Runtime;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Runtime;

/// <summary>Answers questions about the newest look at the runtime's tables in a recording.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class RuntimeReport(QuerySession session, int rec, CancellationToken stop)
{
    /// <summary>How the look was taken.</summary>
    /// <exception cref="FathomException">The recording holds no such look.</exception>
    public RuntimeLookFacts Facts()
    {
        TableRow row = TableRow.All(Run("runtime/snapshot")).FirstOrDefault() ?? throw FathomException.Target(
            $"'{session.Recordings[rec].Path}' holds no snapshot of the runtime's tables.", "fathom info RECORDING shows what a recording holds");
        return new RuntimeLookFacts(row.Text("name"), row.Number("pid"), row.Text("runtime_version"), row.Number("pause_ns"), row.Number("expected_pause_ns"));
    }

    private ResultTable Run(string query) => session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec)));
}
