using Fathom.Model.Statistics;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers.Contests;

/// <summary>Whole fresh processes compared in pairs: they are started in turns, so the one with the same number is the partner.</summary>
internal sealed class StartContest
{
    private readonly double[] _walls;
    private readonly RoundComparison _comparison;

    /// <param name="rows">Rows of serializers/starts; of several first types only the first one counts.</param>
    public StartContest(IEnumerable<TableRow> rows)
    {
        TableRow[] all = [.. rows.Where(static row => row.Text("role") == "serializer")];
        TableRow[] timed = [.. all.Where(static row => row.Number("wall_ns") is not null && row.Number("launch") is not null)];
        long? first = timed.Min(static row => row.Number("case_id"));
        var failed = all.Where(row => row.Number("case_id") == first && row.Text("outcome") != "ok").Select(static row => row.Number("serializer_id")!.Value).ToHashSet();
        var groups = timed.Where(row => row.Number("case_id") == first && !failed.Contains(row.Number("serializer_id")!.Value)).GroupBy(static row => row.Number("serializer_id")!.Value).ToArray();
        long[] launches = [.. groups.SelectMany(static group => group).Select(static row => row.Number("launch")!.Value).Distinct().Order()];
        double[][] times = [.. groups.Select(group => Times(group, launches))];
        Ids = [.. groups.Select(static group => group.Key)];
        _walls = [.. groups.Select(static group => Median.Of([.. group.Select(static row => (double)row.Number("wall_ns")!.Value)]))];
        _comparison = new RoundComparison(times);
        Fastest = new FastestOf(_comparison, new PairedRanking(_comparison), Enumerable.Range(0, times.Length));
    }

    /// <summary>The serializers that were started, by their numbers in the recording.</summary>
    public IReadOnlyList<long> Ids { get; }

    /// <summary>Who is quickest.</summary>
    public FastestOf Fastest { get; }

    /// <summary>Processes of each that count.</summary>
    public int Rounds => _comparison.Rounds;

    /// <summary>Nanoseconds of a whole process, the median.</summary>
    public double Wall(int one) => _walls[one];

    /// <summary>How many times as long one takes as another.</summary>
    public Estimate Ratio(int one, int other) => _comparison.Ratio(one, other);

    private static double[] Times(IEnumerable<TableRow> rows, long[] launches)
    {
        double[] times = new double[launches.Length];
        Array.Fill(times, double.NaN);
        foreach (TableRow row in rows)
            times[Array.IndexOf(launches, row.Number("launch")!.Value)] = row.Number("wall_ns")!.Value;
        return times;
    }
}
