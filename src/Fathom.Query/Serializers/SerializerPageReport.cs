using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Query.Info;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Serializers;

/// <summary>Everything that the page about serializers shows, as tables.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class SerializerPageReport(QuerySession session, int rec, CancellationToken stop)
{
    // A page is passed on: the name of the machine and paths on it stay behind.
    private static readonly string[] s_told =
        ["created_utc", "complete", "command", "tool_version", "operating_system", "kernel", "architecture", "processors", "memory_bytes", "label", "loss", "warning"];

    private static readonly string[] s_measures =
        ["first_write_ns", "first_read_ns", "second_write_ns", "second_read_ns", "wall_ns", "cpu_ns", "peak_rss_bytes", "jitted_methods"];

    private readonly SerializerReport _report = new(session, stop);

    /// <summary>The tables by name, in a fixed order.</summary>
    public IReadOnlyList<(string Name, ResultTable Table)> Tables() =>
    [
        ("environment", Environment()),
        ("noise", Noise()),
        ("cases", Run("serializers/page/cases")),
        ("entries", Run("serializers/page/entries")),
        ("serializers", _report.List(rec)),
        ("comparison", _report.Comparison(rec)),
        ("starts", Starts()),
        ("conclusions", _report.Conclusions(rec)),
        ("checks", Run("serializers/page/checks")),
        ("outputs", Run("serializers/page/outputs")),
    ];

    // What the recording warns of, and what its samples show.
    private ResultTable Noise() => new(
        [new ResultColumn("text", CellKind.Text)],
        [.. session.Recordings[rec].Manifest.Warnings.Concat(_report.Noise(rec)).Select(static text => (Cell[])[Cell.Of(text)])]);

    private ResultTable Environment()
    {
        ResultTable facts = RecordingInfo.Facts(session.Recordings[rec], stop);
        return facts with { Rows = [.. facts.Rows.Where(static row => s_told.Contains(row[0].Text))] };
    }

    /// <summary>A row per serializer and case: the median over the processes with its bounds, and how many processes there were.</summary>
    private ResultTable Starts()
    {
        ResultColumn[] columns =
        [
            new("serializer", CellKind.Text), new("role", CellKind.Text), new("runtime", CellKind.Text), new("build", CellKind.Text), new("case_name", CellKind.Text),
            new("n", CellKind.Integer, ColumnUnit.Count), new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes), new("launches", CellKind.Integer, ColumnUnit.Count),
            .. s_measures.SelectMany(static name => Measure(name)),
        ];
        IEnumerable<Cell[]> rows = TableRow.All(Run("serializers/page/starts"))
            .GroupBy(static row => (Id: row.Number("serializer_id"), Case: row.Text("case_name"), N: row.Number("n"), Payload: row.Number("payload_bytes")))
            .Select(static group => Row([.. group]));
        return new ResultTable(columns, [.. rows]);
    }

    private static ResultColumn[] Measure(string name)
    {
        ColumnUnit unit = ColumnUnits.Of(name, CellKind.Real);
        return [new(name, CellKind.Real, unit), new($"{name}_low", CellKind.Real, unit), new($"{name}_high", CellKind.Real, unit)];
    }

    private static Cell[] Row(TableRow[] launches)
    {
        TableRow first = launches[0];
        List<Cell> cells =
        [
            Cell.Of(first.Text("serializer")), Cell.Of(first.Text("role")), Cell.Of(first.Text("runtime")), Cell.Of(first.Text("build")), Cell.Of(first.Text("case_name")),
            Cell.Of(first.Number("n")), Cell.Of(first.Number("payload_bytes")), Cell.Of((long)launches.Length),
        ];
        foreach (string name in s_measures)
        {
            double[][] values = [.. launches.Select(row => row.Number(name)).OfType<long>().Select(static value => (double[])[value])];
            if (values.Length == 0)
            {
                cells.AddRange(default, default, default);
                continue;
            }

            Estimate estimate = LaunchMedians.Of(values);
            cells.AddRange(Cell.Of(estimate.Median), estimate.HasBounds ? Cell.Of(estimate.Low) : default, estimate.HasBounds ? Cell.Of(estimate.High) : default);
        }

        return [.. cells];
    }

    private ResultTable Run(string query) => session.Run(query, stop, QueryParameter.Of("rec", rec));
}
