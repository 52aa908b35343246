using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>
/// What each serializer gets through with one thread and with several at the same time: a row per serializer, case, lane, operation and number of threads.
/// Efficiency is the throughput over that of one thread times the number of threads, so 1 where every thread does as much as one alone. Both were measured in the
/// same process, so its bounds are from the ratio within each process; they hold those of all numbers of threads of an operation together with 99 %. Times are wall
/// times: what other programs took of the processors is in them.
/// </summary>
internal static class ThroughputTable
{
    private const double NsPerSecond = 1e9;
    private const double BytesPerMegabyte = 1e6;

    /// <summary>The rows; columns are those of <see cref="SerializerShapes.Throughput"/>. Within a case and operation they are in the order of the serializers.</summary>
    /// <param name="results">Rows of serializers/results.</param>
    /// <param name="samples">Rows of serializers/samples, of any number of threads.</param>
    public static ResultTable Of(ResultTable results, ResultTable samples)
    {
        var measured = TableRow.All(samples).ToLookup(static row => (Serializer: row.Number("serializer_id")!.Value, Case: row.Number("case_id")!.Value));
        List<Cell[]> rows = [];
        foreach (TableRow result in TableRow.All(results))
        {
            var operations = measured[(result.Number("serializer_id")!.Value, result.Number("case_id")!.Value)]
                .GroupBy(static row => (Lane: row.Text("lane")!, Operation: row.Text("operation")!))
                .OrderBy(static group => group.Key.Lane, StringComparer.Ordinal).ThenByDescending(static group => group.Key.Operation, StringComparer.Ordinal).ToArray();
            // What did not end well in a later process has no figures either.
            if (operations.Length == 0 || result.Text("outcome") != "ok")
                rows.Add(Row(result, null, null, []));
            else
                rows.AddRange(operations.SelectMany(operation => Rows(result, operation.Key.Lane, operation.Key.Operation, [.. operation])));
        }

        return new ResultTable(SerializerShapes.Throughput.Columns, rows);
    }

    private static IEnumerable<Cell[]> Rows(TableRow result, string lane, string operation, TableRow[] samples)
    {
        IGrouping<long, TableRow>[] threads = [.. samples.GroupBy(static row => row.Number("threads")!.Value).OrderBy(static group => group.Key)];
        long[] launches = [.. samples.Select(static row => row.Number("launch")!.Value).Distinct().Order()];
        double[][] times = [.. threads.Select(group => Launches(group, launches))];
        RoundComparison paired = new(times);
        int one = Array.FindIndex(threads, static group => group.Key == 1);
        for (int i = 0; i < threads.Length; i++)
        {
            // How many times as long an operation takes of one thread; of as many threads as there are it takes a part of the time.
            Estimate? faster = one >= 0 && paired.Rounds > 0 ? paired.Ratio(one, i) : null;
            yield return Row(result, lane, operation, Figures([.. threads[i]], threads[i].Key, times[i], faster, i == one, result.Number("size_bytes"), paired.Rounds));
        }
    }

    private static double[] Launches(IEnumerable<TableRow> samples, long[] launches)
    {
        Dictionary<long, double> medians = samples.GroupBy(static row => row.Number("launch")!.Value)
            .ToDictionary(static launch => launch.Key, static launch => Median.Of(launch.Select(static row => row.Real("operation_ns")).ToArray()));
        return [.. launches.Select(launch => medians.GetValueOrDefault(launch, double.NaN))];
    }

    private static Cell[] Figures(TableRow[] samples, long threads, double[] times, Estimate? faster, bool isSingle, long? sizeBytes, int rounds)
    {
        double ns = Median.Of(times.Where(static time => !double.IsNaN(time)).ToArray());
        bool hasBounds = faster is { HasBounds: true } && !isSingle;
        return
        [
            Cell.Of(threads),
            Cell.Of(NsPerSecond / ns),
            sizeBytes is { } bytes ? Cell.Of(bytes / BytesPerMegabyte * NsPerSecond / ns) : default,
            faster is { } ratio ? Share(ratio.Median / threads) : default,
            hasBounds ? Share(faster!.Value.Low / threads) : default,
            hasBounds ? Share(faster!.Value.High / threads) : default,
            Cell.Of(Median.Of(samples.Select(static row => row.Real("allocated_bytes")).ToArray())),
            Cell.Of(100 * Median.Of(samples.Select(static row => row.Real("pause_ns") / row.Real("operation_ns")).ToArray())),
            Cell.Of((long)rounds),
        ];
    }

    private static Cell[] Row(TableRow result, string? lane, string? operation, Cell[] figures) =>
    [
        Cell.Of(result.Text("case_name")),
        Cell.Of(result.Number("n")),
        Cell.Of(result.Number("payload_bytes")),
        Cell.Of(result.Text("serializer")),
        Cell.Of(operation),
        .. figures.Length == 0 ? new Cell[Measured] : figures,
        Cell.Of(result.Text("outcome")),
        Cell.Of(result.Text("detail")),
        Cell.Of(lane),
        Cell.Of(result.Text("runtime")),
        Cell.Of(result.Text("build")),
        Cell.Of(result.Text("role")),
    ];

    // What logarithms leave behind the last digit that means something.
    private static Cell Share(double value) => Cell.Of(Math.Round(value, 6));

    // Cells of what was measured, from threads to rounds.
    private const int Measured = 9;
}
