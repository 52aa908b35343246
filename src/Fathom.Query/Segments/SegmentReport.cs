using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;

namespace Fathom.Query.Segments;

/// <summary>Answers questions about the segments in the newest heap of a recording.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class SegmentReport(QuerySession session, CancellationToken stop)
{
    /// <summary>What the memory is used for.</summary>
    /// <param name="question">The question.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">The recording holds no such look.</exception>
    public RequestedRows Segments(SqlQuestion question, RowRequest? request = null)
    {
        RequestedRows rows = session.Run(question, request, stop);
        if (!rows.IsEmpty)
            return rows;
        throw FathomException.Target(
            $"'{session.Recordings[question.Recordings.First()].Path}' does not hold what its segments are used for.", "fathom heap segments PROCESS --save NAME.fathom keeps it");
    }
}
