using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>
/// How time and size of each serializer grow with the number of objects: a row per serializer, case, lane and operation that was measured at several sizes, with
/// the size at which it failed, where it did.
/// </summary>
internal static class ScalingTable
{
    /// <summary>The rows; columns are those of <see cref="SerializerShapes.Scaling"/>.</summary>
    /// <param name="results">Rows of serializers/results.</param>
    /// <param name="samples">Rows of serializers/samples.</param>
    public static ResultTable Of(ResultTable results, ResultTable samples)
    {
        var measured = TableRow.All(samples).Where(static row => row.Number("threads") == 1)
            .ToLookup(static row => (Serializer: row.Number("serializer_id")!.Value, Case: row.Number("case_id")!.Value));
        List<Cell[]> rows = [];
        foreach (var group in TableRow.All(results).GroupBy(static row => (Serializer: row.Number("serializer_id")!.Value, Name: row.Text("case_name")!, Payload: row.Number("payload_bytes")!.Value)))
        {
            TableRow[] sizes = [.. group.OrderBy(static row => row.Number("n"))];
            if (sizes.Length < 2)
                continue;
            var points = sizes.SelectMany(size => measured[(group.Key.Serializer, size.Number("case_id")!.Value)].Select(sample => (N: size.Number("n")!.Value, Sample: sample)));
            var lanes = points.GroupBy(static point => (Lane: point.Sample.Text("lane")!, Operation: point.Sample.Text("operation")!)).ToArray();
            if (lanes.Length == 0)
                rows.Add(Row(sizes, "", "", []));
            foreach (var lane in lanes)
            {
                rows.Add(Row(sizes, lane.Key.Lane, lane.Key.Operation, [.. lane.GroupBy(static point => point.N)
                    .Select(static point => (
                        point.Key,
                        (double[])[.. point.GroupBy(static one => one.Sample.Number("launch"))
                            .Select(static launch => Median.Of(launch.Select(static one => one.Sample.Real("operation_ns")).ToArray()))]))]));
            }
        }

        return new ResultTable(SerializerShapes.Scaling.Columns, rows);
    }

    private static Cell[] Row(TableRow[] sizes, string lane, string operation, (long N, double[] Launches)[] points)
    {
        PowerLaw? law = PowerLaw.Fit(points);
        TableRow? failed = sizes.FirstOrDefault(static row => row.Text("outcome") != "ok");
        (double Fixed, double PerObject)? bytes = Bytes([.. sizes.Where(static row => row.Number("size_bytes") is not null && row.Text("outcome") == "ok")]);
        return
        [
            Cell.Of(sizes[0].Text("case_name")),
            Cell.Of(sizes[0].Number("payload_bytes")),
            Cell.Of(sizes[0].Text("serializer")),
            Cell.Of(operation.Length == 0 ? null : operation),
            Real(law?.Exponent.Median),
            Real(law?.Exponent.Low),
            Real(law?.Exponent.High),
            Real(law?.TailExponent),
            law is null ? default : Cell.Of(law.IsSuperlinear),
            law is null ? Cell.Of(points.Length == 0 ? null : (long?)points.Max(static point => point.N)) : Cell.Of(law.ToN),
            points.Length == 0 ? default : Cell.Of(LaunchMedians.MedianOf(points.MaxBy(static point => point.N).Launches)),
            Real(law?.PredictedTenfold),
            Real(bytes?.PerObject),
            Real(bytes?.Fixed),
            Cell.Of(failed?.Number("n")),
            Cell.Of(failed?.Text("outcome") ?? "ok"),
            Cell.Of(failed?.Text("detail")),
            Cell.Of(lane.Length == 0 ? null : lane),
            Cell.Of(sizes[0].Text("runtime")),
            Cell.Of(sizes[0].Text("build")),
            Cell.Of(sizes[0].Text("role")),
            Cell.Of(law is null ? null : (long?)law.Points),
        ];
    }

    // The straight line through the smallest and the largest: what each object adds, and what is there without any.
    private static (double Fixed, double PerObject)? Bytes(TableRow[] sizes)
    {
        if (sizes.Length < 2 || sizes[0].Number("n") == sizes[^1].Number("n"))
            return null;
        double perObject = (sizes[^1].Number("size_bytes")!.Value - sizes[0].Number("size_bytes")!.Value) / (double)(sizes[^1].Number("n")!.Value - sizes[0].Number("n")!.Value);
        return (sizes[0].Number("size_bytes")!.Value - (perObject * sizes[0].Number("n")!.Value), perObject);
    }

    private static Cell Real(double? value) => value is { } number ? Cell.Of(number) : default;
}
