using System.Globalization;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Trends;

/// <summary>
/// Judges what recordings hold of metrics over time: a watch, or points that a script took one by one. Points of several processes of one name make one series
/// where no process has enough points of its own.
/// </summary>
/// <param name="session">The recordings.</param>
/// <param name="axis">What points are put in order by.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class TrendReport(QuerySession session, TrendAxis axis, CancellationToken stop)
{
    private readonly TrendJudge _judge = new();
    private readonly List<string> _notes = [];

    /// <summary>What a reader must know to trust the verdicts; complete after <see cref="Judge()"/>.</summary>
    public IReadOnlyList<string> Notes => _notes;

    /// <summary>What slopes are per.</summary>
    public string Per => axis == TrendAxis.Time ? "h" : "iteration";

    /// <summary>All verdicts by process; what grows comes first.</summary>
    /// <exception cref="FathomException">The recordings hold nothing to judge, or no number in <c>context</c>.</exception>
    public IReadOnlyList<IReadOnlyList<TrendFinding>> Judge()
    {
        TrendPoints points = new(session.Recordings, Processes(), axis);
        foreach (TableRow row in TableRow.All(session.Run("trends/samples", stop, new QueryParameter("items", Cell.Of(TrendBook.MaxItems)))))
            points.Add(row);
        if (points.IsEmpty)
        {
            throw FathomException.Target(
                $"'{session.Recordings[0].Path}' holds no values over time.", "fathom watch PROCESS --save RECORDING, or fathom heap PROCESS -o FILE.csv --append, makes some");
        }

        Note(points);
        return [.. points.Groups.Select(Findings)];
    }

    private List<TrendFinding> Findings(TrendGroup group)
    {
        ProcessSigns signs = group.Signs();
        List<TrendFinding> findings = [];
        foreach (TrendLine line in group.Lines().Where(static line => TrendBook.IsJudged(line.Metric)))
            findings.Add(new TrendFinding(line, TrendBook.Known(line, _judge.Judge(line.Series, axis == TrendAxis.Time ? line.Matters : line.Matters.WithoutTime), signs)));
        return [.. findings.OrderBy(static finding => TrendBook.Rank(finding.Judgement.Verdict)).ThenBy(static finding => finding.Line.Item is null ? 0 : 1)];
    }

    private List<TrendProcess> Processes() =>
    [
        .. TableRow.All(session.Run("trends/processes", stop)).Select(row => new TrendProcess(
            (int)row.Number("rec")!.Value,
            row.Number("process_id")!.Value,
            row.Number("pid"),
            row.Text("name"),
            row.Text("command_line"),
            row.Text("runtime_version"),
            row.Number("points")!.Value)
        {
            Host = Host(session.Recordings[(int)row.Number("rec")!.Value].Manifest),
        }),
    ];

    // A file of points says nothing of the machine that they were taken on.
    private static string? Host(Manifest manifest) => manifest.Sources.Any(static source => source.Kind == "csv") ? null : manifest.Machine.Name;

    private void Note(TrendPoints points)
    {
        foreach (TrendGroup group in points.Groups)
            _notes.AddRange(group.Differences());
        foreach (TableRow row in TableRow.All(session.Run("trends/items", stop)))
        {
            long left = row.Number("items")!.Value - TrendBook.MaxItems;
            if (left > 0)
                _notes.Add(string.Create(CultureInfo.InvariantCulture, $"{left:#,##0} items that change least are left out of {row.Text("metric")}"));
        }
    }
}
