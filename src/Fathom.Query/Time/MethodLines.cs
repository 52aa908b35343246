using System.Globalization;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Stacks;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Time;

/// <summary>The processor time of one method by its source lines.</summary>
public static class MethodLines
{
    /// <summary>The query.</summary>
    public const string Query = "time/lines";

    /// <summary>The question about one method of a recording.</summary>
    /// <param name="session">The recordings; the first is asked.</param>
    /// <param name="subject">What the recording is called on the command line.</param>
    /// <param name="method">Its name, with or without type arguments, or the end of it from a dot on.</param>
    /// <param name="stop">Interrupts a query.</param>
    /// <exception cref="FathomException">The recording does not hold lines, or the name means no method that has samples, or several.</exception>
    public static SqlQuestion Of(QuerySession session, string subject, string method, CancellationToken stop)
    {
        if (session.Recordings[0].PartFiles(FrameLineRow.Schema.Name).Count == 0 && session.Recordings[0].PartFiles(FrameRow.Schema.Name).Count > 0)
        {
            throw FathomException.Target(
                $"'{subject}' does not hold source lines: an earlier version of Fathom made it.", "read the trace again: fathom extract --again TRACE");
        }

        MethodName[] found = MethodName.Only(
            MethodName.Of(session, "time/method-names", 0, stop), method, "--lines", "", "with samples",
            ($"No sample of '{subject}' has a method '{method}' on its stack.", $"the methods that have samples: fathom cpu {subject}"));
        string ids = string.Join(',', found.Select(static each => each.Id.ToString(CultureInfo.InvariantCulture)));
        return SqlQuestion.About(Query, 0, new QueryParameter("method", Cell.Of(found[0].Written)), new QueryParameter("method_ids", Cell.Of($",{ids},")));
    }

    /// <summary>What a reader must know of the rows, as one sentence; null where nothing.</summary>
    /// <param name="lines">Rows of the query with all of their columns.</param>
    public static string? Note(ResultTable lines)
    {
        int processes = TableRow.All(lines).Select(static row => row.Number("pid")).Distinct().Count();
        return processes > 1 ? $"{processes} processes ran it, and each has rows of its own: --columns +pid, or --where pid=PID" : null;
    }
}
