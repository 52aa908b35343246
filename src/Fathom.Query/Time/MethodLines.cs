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

    /// <summary>The question about one method of the first recording.</summary>
    /// <param name="method">Its name, or the end of it from a dot on.</param>
    public static SqlQuestion Of(string method) => SqlQuestion.About(Query, 0, new QueryParameter("method", Cell.Of(method)));

    /// <summary>Refuses a recording that does not hold lines, and a method that no sample has.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="subject">What the recording is called on the command line.</param>
    /// <param name="method">The method that is asked about.</param>
    /// <param name="stop">Interrupts the query.</param>
    /// <exception cref="FathomException">It cannot answer.</exception>
    public static void Check(QuerySession session, string subject, string method, CancellationToken stop)
    {
        if (session.Recordings[0].PartFiles(FrameLineRow.Schema.Name).Count == 0 && session.Recordings[0].PartFiles(FrameRow.Schema.Name).Count > 0)
            throw FathomException.Target($"'{subject}' does not hold source lines: an earlier version of Fathom made it.", "read the trace again: fathom extract --again TRACE");
        string[] found = [.. TableRow.All(session.Run(Of(method), null, stop).Table).Select(static row => row.Text("method")).OfType<string>().Distinct()];
        if (found.Length == 1)
            return;
        if (found.Length > 1)
            throw FathomException.Target($"'{method}' is the end of {found.Length} names of methods with samples.", $"--lines '{found[0]}', or '{found[1]}'");
        string[] known = [.. TableRow.All(session.Run("time/cpu", stop, QueryParameter.Of("rec", 0))).Select(static row => row.Text("method")).OfType<string>().Distinct()];
        string last = LastPart(method);
        string? near = known.FirstOrDefault(name => LastPart(name).StartsWith(last, StringComparison.OrdinalIgnoreCase)) ?? known.FirstOrDefault(name => NearMiss.Find(last, [LastPart(name)]) is not null);
        throw FathomException.Target(
            $"No sample of '{subject}' has a method '{method}' on its stack.",
            near is null ? $"the methods that have samples: fathom cpu {subject}" : $"--lines '{near}'");
    }

    /// <summary>What a reader must know of the rows, as one sentence; null where nothing.</summary>
    /// <param name="lines">Rows of the query with all of their columns.</param>
    public static string? Note(ResultTable lines)
    {
        int processes = TableRow.All(lines).Select(static row => row.Number("pid")).Distinct().Count();
        return processes > 1 ? $"{processes} processes ran it, and each has rows of its own: --columns +pid, or --where pid=PID" : null;
    }

    private static string LastPart(string name) => name[(name.LastIndexOf('.') + 1)..];
}
