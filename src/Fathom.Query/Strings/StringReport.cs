using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Sessions;

namespace Fathom.Query.Strings;

/// <summary>Answers questions about the strings in the newest heaps of a session's recordings, which are meant by their position.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class StringReport(QuerySession session, CancellationToken stop)
{
    private readonly Dictionary<int, ResultTable> _totals = [];

    /// <summary>Strings by text; columns are those of <see cref="StringShapes.Strings"/>.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="all">Also texts that exist once.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">The recording holds no strings.</exception>
    public RequestedRows Strings(int rec, bool all, RowRequest? request = null)
    {
        Require(rec);
        if (request is { Tests.Count: 0 })
            request = request with { Kept = Totals(rec).Rows[all ? ^1 : 0][2].Integer };
        return session.Run("heap/strings", request, stop, new QueryParameter("rec", Cell.Of(rec)), new QueryParameter("min_count", Cell.Of(all ? 1L : 2L)));
    }

    /// <summary>Strings by length; columns are those of <see cref="StringShapes.Lengths"/>.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">The recording holds no strings.</exception>
    public RequestedRows Lengths(int rec, RowRequest? request = null)
    {
        Require(rec);
        return session.Run("heap/string_lengths", request, stop, new QueryParameter("rec", Cell.Of(rec)));
    }

    /// <summary>Duplicate, unique, other and all strings of one heap.</summary>
    public ResultTable Totals(int rec)
    {
        // All strings go into them, and they are asked for more than once.
        if (!_totals.TryGetValue(rec, out ResultTable? totals))
            _totals.Add(rec, totals = session.Run("heap/string_totals", stop, new QueryParameter("rec", Cell.Of(rec))));
        return totals;
    }

    /// <summary>Strings of two heaps compared, B minus A; columns are those of <see cref="StringShapes.Diff"/>.</summary>
    /// <param name="a">Position of the recording before.</param>
    /// <param name="b">Position of the recording after.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">A recording holds no strings.</exception>
    public RequestedRows Diff(int a, int b, RowRequest? request = null)
    {
        Require(a);
        Require(b);
        return RunBoth("heap/strings_diff", a, b, request);
    }

    /// <summary>Totals of two heaps compared.</summary>
    public ResultTable DiffTotals(int a, int b) => RunBoth("heap/string_diff_totals", a, b, null).Table;

    // No heap is without strings: none means that they were not counted.
    private void Require(int rec)
    {
        if (Totals(rec).Rows[^1][1].Integer == 0)
        {
            throw FathomException.Target(
                $"'{session.Recordings[rec].Path}' holds no strings.", "fathom heap strings PROCESS --save NAME.fathom keeps them");
        }
    }

    private RequestedRows RunBoth(string query, int a, int b, RowRequest? request) =>
        session.Run(query, request, stop, new QueryParameter("a", Cell.Of(a)), new QueryParameter("b", Cell.Of(b)));
}
