using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;

namespace Fathom.Query.Heap;

/// <summary>Answers questions about what has begun and not ended in the newest heap of a recording.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class PendingReport(QuerySession session, CancellationToken stop)
{
    /// <summary>The answer to a question about tasks.</summary>
    /// <param name="question">The question.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">The recording holds no such look.</exception>
    public RequestedRows Answer(SqlQuestion question, RowRequest? request = null)
    {
        int rec = question.Recordings.First();
        return session.Recordings[rec].Rows(HeapPendingRow.Schema.Name) > 0
            ? session.Run(question, request, stop)
            : throw FathomException.Target(
                $"'{session.Recordings[rec].Path}' does not hold which tasks, timers and requests have not ended.", "fathom heap tasks PROCESS --save NAME.fathom keeps it");
    }
}
