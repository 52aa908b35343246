using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>The first calls of fresh processes: a row per serializer, medians over its processes, the whole process with the bounds of its median.</summary>
internal static class StartTable
{
    /// <summary>The rows; columns are those of <see cref="SerializerShapes.Starts"/>.</summary>
    /// <param name="starts">Rows of serializers/starts.</param>
    public static ResultTable Of(ResultTable starts)
    {
        var groups = TableRow.All(starts).GroupBy(static row => (Case: row.Number("case_id")!.Value, Serializer: row.Number("serializer_id")!.Value));
        IEnumerable<Cell[]> rows = groups.Select(static group => (group.Key.Case, Cells: Row([.. group])))
            .OrderBy(static row => row.Case).ThenBy(static row => row.Cells[WallColumn].IsNull ? double.MaxValue : row.Cells[WallColumn].Number).Select(static row => row.Cells);
        return new ResultTable(SerializerShapes.Starts.Columns, [.. rows]);
    }

    private const int WallColumn = 6;

    private static Cell[] Row(TableRow[] rows)
    {
        // A process that failed writes a second result; what it says goes before ok.
        TableRow named = rows.FirstOrDefault(static row => row.Text("outcome") != "ok") ?? rows[0];
        TableRow[] starts = [.. rows.Where(static row => row.Number("launch") is not null).DistinctBy(static row => row.Number("launch"))];
        Estimate? wall = Bounds(starts, "wall_ns"), write = Bounds(starts, "first_write_ns"), read = Bounds(starts, "first_read_ns");
        return
        [
            Cell.Of(named.Text("case_name")),
            Cell.Of(named.Text("serializer")),
            Cell.Of(named.Text("build")),
            Cell.Of(named.Text("runtime")),
            FigureCell.Of(write?.Median),
            FigureCell.Of(read?.Median),
            FigureCell.Of(wall?.Median),
            FigureCell.Of(wall?.Low),
            FigureCell.Of(wall?.High),
            Middle(starts, "cpu_ns"),
            Middle(starts, "peak_rss_bytes"),
            Middle(starts, "second_write_ns"),
            Middle(starts, "second_read_ns"),
            Middle(starts, "jitted_methods"),
            Middle(starts, "jit_ns"),
            Middle(starts, "assemblies"),
            Middle(starts, "failed_loads"),
            Cell.Of(starts.Length),
            Cell.Of(named.Text("outcome")),
            Cell.Of(named.Text("detail")),
            Cell.Of(named.Text("role")),
            FigureCell.Of(write?.Low),
            FigureCell.Of(write?.High),
            FigureCell.Of(read?.Low),
            FigureCell.Of(read?.High),
        ];
    }

    // Each process is a launch with one sample.
    private static Estimate? Bounds(TableRow[] rows, string column) =>
        Values(rows, column) is { Length: > 0 } values ? LaunchMedians.Of([.. values.Select(static value => (double[])[value])]) : null;

    private static Cell Middle(TableRow[] rows, string column) => Values(rows, column) is { Length: > 0 } values ? Cell.Of(Median.Of(values)) : default;

    private static double[] Values(TableRow[] rows, string column) => [.. rows.Select(row => row.Number(column)).Where(static value => value is not null).Select(static value => (double)value!.Value)];
}
