using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Strings;

/// <summary>Answers questions about the strings in the newest heaps of a session's recordings, which are meant by their position.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class StringReport(QuerySession session, CancellationToken stop)
{
    private readonly Dictionary<int, ResultTable> _totals = [];

    /// <summary>Strings by text.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="all">Also texts that exist once.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">The recording holds no strings.</exception>
    public RequestedRows Strings(int rec, bool all, RowRequest? request = null)
    {
        if (request is { Tests.Count: 0 })
            request = request with { Kept = Totals(rec).Rows[all ? ^1 : 0][2].Integer };
        return Answer(
            SqlQuestion.About("heap/strings", rec, QueryParameter.Of("one_look", session.HasOneHeap(rec)), QueryParameter.Of("others", Others(rec) > 0), QueryParameter.Of("min_count", all ? 1 : 2)),
            request);
    }

    /// <summary>The answer to any question about strings.</summary>
    /// <param name="question">The question.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">A recording that it is about holds no strings.</exception>
    public RequestedRows Answer(SqlQuestion question, RowRequest? request = null)
    {
        foreach (int rec in question.Recordings)
            Require(rec);
        return session.Run(question, request, stop);
    }

    /// <summary>Duplicate, unique, other and all strings of one heap.</summary>
    public ResultTable Totals(int rec)
    {
        // All strings go into them, and they are asked for more than once.
        if (!_totals.TryGetValue(rec, out ResultTable? totals))
        {
            string query = session.Recordings[rec].Rows(HeapStringTotalRow.Schema.Name) > 0 ? "heap/string_totals" : "heap/string_totals_summed";
            _totals.Add(rec, totals = session.Run(query, stop, QueryParameter.Of("rec", rec)));
        }

        return totals;
    }

    private long Others(int rec) => Totals(rec).Rows[^2][1].Integer;

    // No heap is without strings: none means that they were not counted.
    private void Require(int rec)
    {
        if (Totals(rec).Rows[^1][1].Integer == 0)
        {
            throw FathomException.Target(
                $"'{session.Recordings[rec].Path}' holds no strings.", "fathom heap strings PROCESS --save NAME.fathom keeps them");
        }
    }
}
