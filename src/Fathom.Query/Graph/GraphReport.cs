using System.Globalization;
using Fathom.Model;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Graph;

/// <summary>Answers what holds what from the tables of a recording.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording that holds the answer.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class GraphReport(QuerySession session, int rec, CancellationToken stop)
{
    /// <summary>The query of <see cref="Holders"/>.</summary>
    public const string HoldersQuery = "graph/holders";

    /// <summary>Who outside of the heap keeps how much alive.</summary>
    public ResultTable Holders() => Run(HoldersQuery);

    /// <summary>All objects that are alive and, where something was lost, those of which it is not known; without a row when nobody asked what is retained.</summary>
    public ResultTable Live() => Run("graph/live");

    /// <summary>Makes sure that the recording has the answer to a question and not to another one.</summary>
    /// <param name="view">The view.</param>
    /// <param name="question">In the words of the command line, or null where there is nothing to choose.</param>
    /// <exception cref="FathomException">It has not.</exception>
    public void Require(string view, string? question)
    {
        TableRow? found = Questions(view).FirstOrDefault();
        if (found is not null && found.Text("question") == question)
            return;
        string path = session.Recordings[rec].Path;
        throw FathomException.Target(
            found is null
                ? $"'{path}' does not hold the references between objects."
                : $"'{path}' holds the answer for '{found.Text("question")}' only, and not the references between objects.",
            "record again with 'fathom heap SUBJECT --save FILE --graph'");
    }

    /// <summary>What a reader of the paths must know: which objects have none.</summary>
    public IReadOnlyList<string> PathNotes()
    {
        List<string> notes = [];
        foreach (TableRow row in Questions(PathAnalysis.View))
        {
            (long all, long live, long leftOut) = (row.Number("count")!.Value, row.Number("live_count")!.Value, row.Number("left_out_count")!.Value);
            if (live < all)
                notes.Add(string.Create(CultureInfo.InvariantCulture, $"{all - live:#,##0} of {all:#,##0} objects {Unreached()}"));
            if (leftOut > 0)
                notes.Add(string.Create(CultureInfo.InvariantCulture, $"the paths to {leftOut:#,##0} of {live:#,##0} live objects are left out, because there are too many different paths"));
            if (row.Truth("cut_off"))
                notes.Add("there are more paths than are shown: the search reached its limit of steps; the shortest come first, and every object has one");
        }

        return notes;
    }

    /// <summary>Suspects; columns are those of <see cref="GraphShapes.Suspects"/>.</summary>
    public ResultTable Suspects()
    {
        ILookup<long, string> steps = Steps();
        return new ResultTable(GraphShapes.Suspects.Columns, [.. TableRow.All(Run("graph/suspects")).Select(row => SuspectRow(row, steps))]);
    }

    /// <summary>Paths; columns are those of <see cref="GraphShapes.Paths"/>.</summary>
    public ResultTable Paths()
    {
        ILookup<long, string> steps = Steps();
        return new ResultTable(GraphShapes.Paths.Columns, [.. TableRow.All(Run("graph/paths")).Select(row => Row(row, GraphShapes.Paths, null, PathText(row, steps)))]);
    }

    // What is not reached is dead where nothing was lost only.
    private string Unreached() => new HeapReport(session, stop).IsMarkWhole(rec)
        ? "are dead: no root reaches them, so they have no path"
        : "have no path; references or roots were lost, so it is not known whether they are dead";

    private IEnumerable<TableRow> Questions(string view) => TableRow.All(Run("graph/questions")).Where(row => row.Text("view") == view);

    private static Cell[] SuspectRow(TableRow row, ILookup<long, string> steps)
    {
        string path = PathText(row, steps);
        return Row(row, GraphShapes.Suspects, $"{SuspectWords.Of(row)}\n{(row.Text("kind") == "group" ? "the largest is held by" : "held by")} {path}", path);
    }

    // What a query answers, with the words that are made of it.
    private static Cell[] Row(TableRow row, ResultShape shape, string? suspect, string path) => [.. shape.Columns.Select(column => column.Name switch
    {
        GraphShapes.Suspect => Cell.Of(suspect),
        GraphShapes.Path => Cell.Of(path),
        _ => row.Value(column.Name),
    })];

    // The root, and below it one line per object.
    private static string PathText(TableRow row, ILookup<long, string> steps) =>
        string.Join("\n-> ", [RootWords.Of(row.Text("root_kind")!, row.Text("holder")), .. Shortened([.. steps[row.Number("path_id")!.Value]])]);

    // Nobody reads thousands of lines; table heap_path_step has them.
    private static string[] Shortened(string[] steps)
    {
        const int Shown = 20;
        return steps.Length <= (2 * Shown) + 1
            ? steps
            : [.. steps[..Shown], string.Create(CultureInfo.InvariantCulture, $"({steps.Length - (2 * Shown):#,##0} more objects)"), .. steps[^Shown..]];
    }

    private ILookup<long, string> Steps() => TableRow.All(Run("graph/path_steps")).ToLookup(
        static row => row.Number("path_id")!.Value,
        static row => row.Text("type") + (row.Truth("dependent") ? " (dependent handle)" : "") + (row.Truth("repeats") ? " (repeated)" : ""));

    private ResultTable Run(string query) => session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec)));
}
