using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Strings;

/// <summary>Answers questions about the strings in the newest heaps of a session's recordings, which are meant by their position.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class StringReport(QuerySession session, CancellationToken stop)
{
    /// <summary>Strings by text; columns are those of <see cref="StringShapes.Strings"/>.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="all">Also texts that exist once.</param>
    /// <exception cref="FathomException">The recording holds no strings.</exception>
    public ResultTable Strings(int rec, bool all)
    {
        Require(rec);
        return session.Run("heap/strings", stop, new QueryParameter("rec", Cell.Of(rec)), new QueryParameter("min_count", Cell.Of(all ? 1L : 2L)));
    }

    /// <summary>Strings by length; columns are those of <see cref="StringShapes.Lengths"/>.</summary>
    /// <exception cref="FathomException">The recording holds no strings.</exception>
    public ResultTable Lengths(int rec)
    {
        Require(rec);
        return session.Run("heap/string_lengths", stop, new QueryParameter("rec", Cell.Of(rec)));
    }

    /// <summary>Duplicate, unique, other and all strings of one heap.</summary>
    public ResultTable Totals(int rec) => session.Run("heap/string_totals", stop, new QueryParameter("rec", Cell.Of(rec)));

    /// <summary>Strings of two heaps compared, B minus A; columns are those of <see cref="StringShapes.Diff"/>.</summary>
    /// <exception cref="FathomException">A recording holds no strings.</exception>
    public ResultTable Diff(int a, int b)
    {
        Require(a);
        Require(b);
        return RunBoth("heap/strings_diff", a, b);
    }

    /// <summary>Totals of two heaps compared.</summary>
    public ResultTable DiffTotals(int a, int b) => RunBoth("heap/string_diff_totals", a, b);

    // No heap is without strings: none means that they were not counted.
    private void Require(int rec)
    {
        if (Totals(rec).Rows[^1][1].Integer == 0)
        {
            throw FathomException.Target(
                $"'{session.Recordings[rec].Path}' holds no strings.", "fathom heap strings PROCESS --save NAME.fathom keeps them");
        }
    }

    private ResultTable RunBoth(string query, int a, int b) => session.Run(query, stop, new QueryParameter("a", Cell.Of(a)), new QueryParameter("b", Cell.Of(b)));
}
