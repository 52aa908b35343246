using Fathom.Model.Patterns;
using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Query.Serializers.Contests;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Serializers;

/// <summary>Answers questions about the serializers of a session's recordings.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class SerializerReport(QuerySession session, CancellationToken stop)
{
    /// <summary>The serializers that were found; columns are those of <see cref="SerializerShapes.List"/>.</summary>
    public ResultTable List(int rec) => Run("serializers/list", rec);

    /// <summary>What came of the checks of a lane; columns are those of <see cref="SerializerShapes.Checks"/>.</summary>
    public ResultTable Checks(int rec, string lane, bool all) =>
        session.Run("serializers/checks", stop, new QueryParameter("rec", Cell.Of(rec)), new QueryParameter("lane", Cell.Of(lane)), new QueryParameter("all", Cell.Of(all)));

    /// <summary>The comparison; columns are those of <see cref="SerializerShapes.Comparison"/>. Within a case the fastest reader comes first, what failed last.</summary>
    public ResultTable Comparison(int rec) => new(SerializerShapes.Comparison.Columns, [.. Groups(rec).SelectMany(static group => new CaseRanking(group).Rows())]);

    /// <summary>What follows from the recording, a sentence a row: per case, about the serializers themselves, and what to use; nothing follows from bounds that tell nothing.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="names">Serializers that are asked about; null for all.</param>
    public ResultTable Conclusions(int rec, PatternList? names = null) =>
        new SerializerConclusions(Groups(rec), Run("serializers/conclusion", rec), Run("serializers/starts", rec), name => names?.Matches(name) ?? true).Table();

    /// <summary>The sentences of <see cref="Conclusions"/> with their topic, for formats that have notes: "smallest: Small.Binary with 310 B".</summary>
    public static IEnumerable<string> Sentences(ResultTable conclusions) => TableRow.All(conclusions).Select(static row =>
        $"{row.Text("topic")}{(row.Text("case_name") is { } name ? $" ({name}, n={row.Number("n")}, lane {row.Text("lane")})" : "")}: {row.Text("sentence")}");

    /// <summary>The trend over the versions of packages; columns are those of <see cref="SerializerShapes.Versions"/>.</summary>
    public ResultTable Versions(int rec) => VersionTrend.Of(Results(rec), List(rec));

    /// <summary>Two recordings compared; columns are those of <see cref="BaselineShapes.Diff"/>.</summary>
    /// <param name="old">The recording before.</param>
    /// <param name="now">The recording after.</param>
    /// <param name="isSameMachine">Whether the user says that both are of one machine.</param>
    public ResultTable Diff(int old, int now, bool isSameMachine = false)
    {
        ResultTable rows = session.Run("serializers/diff", stop, new QueryParameter("a", Cell.Of(old)), new QueryParameter("b", Cell.Of(now)));
        Dictionary<(long, long), List<MeasuredLane>> before = Lanes(old), after = Lanes(now);
        string? otherMachine = isSameMachine ? null : OtherMachine.Of(session.Recordings[old].Manifest.Machine, session.Recordings[now].Manifest.Machine);
        return new RecordingChanges(TableRow.All(rows).SelectMany(row => Operations(row, LanesOf(before, row, "a"), LanesOf(after, row, "b"))), otherMachine).Table();
    }

    /// <summary>All recordings of the session under each other; columns are those of <see cref="BaselineShapes.Across"/>.</summary>
    public ResultTable Across() => SeveralRecordings.Of(session.Recordings.Select((recording, rec) => (recording, Comparison(rec), List(rec))));

    /// <summary>What a reader of <see cref="Diff"/> must know: why operations are inconclusive, a sentence for each reason, and that no floor tells what the machine did.</summary>
    /// <param name="diff">The comparison, with all its columns.</param>
    public static IReadOnlyList<string> AboutDiff(ResultTable diff) => [.. DiffNotes.Of(diff)];

    private static List<MeasuredLane> LanesOf(Dictionary<(long, long), List<MeasuredLane>> all, TableRow row, string side) =>
        row.Number($"{side}_serializer_id") is { } serializer ? all.GetValueOrDefault((serializer, row.Number($"{side}_case_id")!.Value)) ?? [] : [];

    private static IEnumerable<ComparedOperation> Operations(TableRow row, List<MeasuredLane> old, List<MeasuredLane> now)
    {
        string[] lanes = [.. old.Concat(now).Select(static lane => lane.Lane).Distinct()];
        if (lanes.Length == 0)
            return [new ComparedOperation(row, null, null, null, null)];
        return from lane in lanes
               from operation in MeasuredOperation.Names
               select new ComparedOperation(
                   row, lane, operation, MeasuredOperation.Of(old.Find(one => one.Lane == lane), operation), MeasuredOperation.Of(now.Find(one => one.Lane == lane), operation));
    }

    /// <summary>What disturbed the measurement, a sentence each: samples that waited for a processor, rounds that do not count.</summary>
    public IReadOnlyList<string> Noise(int rec) => [.. NoiseNotes.Of([.. Samples(rec)], Groups(rec))];

    private IEnumerable<TableRow> Samples(int rec) => TableRow.All(Run("serializers/samples", rec)).Where(static row => row.Number("threads") == 1);

    // Each case in each lane.
    private IEnumerable<ComparedResult[]> Groups(int rec) => Results(rec).GroupBy(static one => (one.CaseId, one.Lane)).Select(static group => group.ToArray());

    private List<ComparedResult> Results(int rec)
    {
        Dictionary<(long Serializer, long Case), List<MeasuredLane>> lanes = Lanes(rec);
        List<ComparedResult> results = [];
        foreach (TableRow row in TableRow.All(Run("serializers/results", rec)))
        {
            if (lanes.TryGetValue((row.Number("serializer_id")!.Value, row.Number("case_id")!.Value), out List<MeasuredLane>? measured))
                results.AddRange(measured.Select(lane => new ComparedResult(row, lane)));
            else
                results.Add(new ComparedResult(row, null));
        }

        return results;
    }

    /// <summary>A sentence for each case in which ranks flip with the payload or the number of objects.</summary>
    /// <param name="comparison">The comparison, with all its columns.</param>
    public static IReadOnlyList<string> Flips(ResultTable comparison) => [.. RankFlips.Of(comparison)];

    /// <summary>A sentence per own type of the user: where its data is from, what was left out, what reading it costs.</summary>
    public IReadOnlyList<string> OwnTypes(int rec) => [.. TableRow.All(Run("serializers/own_types", rec)).Select(static row => row.Text("description")!)];

    /// <summary>How the data of the cases was drawn, each way once: "seed=42 string_length=16 …".</summary>
    public IReadOnlyList<string> Dials(int rec) => [.. TableRow.All(Run("serializers/page/cases", rec)).Select(static row => row.Text("dials") ?? "").Distinct()];

    /// <summary>What each serializer wrote, a row per line of it, the smallest output first; columns are those of <see cref="SerializerShapes.Outputs"/>.</summary>
    public ResultTable Outputs(int rec) => new(SerializerShapes.Outputs.Columns, [.. TableRow.All(Run("serializers/outputs", rec)).SelectMany(OutputLines.Of)]);

    /// <summary>The first calls of fresh processes; columns are those of <see cref="SerializerShapes.Starts"/>. Within a case the quickest process comes first.</summary>
    public ResultTable Starts(int rec) => StartTable.Of(Run("serializers/starts", rec));

    /// <summary>Growth over the number of objects; columns are those of <see cref="SerializerShapes.Scaling"/>.</summary>
    public ResultTable Scaling(int rec) => ScalingTable.Of(Run("serializers/results", rec), Run("serializers/samples", rec));

    /// <summary>Throughput over the number of threads; columns are those of <see cref="SerializerShapes.Throughput"/>.</summary>
    public ResultTable Throughput(int rec) => ThroughputTable.Of(Run("serializers/results", rec), Run("serializers/samples", rec));

    /// <summary>What a reader of <see cref="Throughput"/> must know of the machine: how many processors it has, and which numbers of threads are more than that.</summary>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="throughput">The rows.</param>
    public IReadOnlyList<string> AboutThroughput(int rec, ResultTable throughput) => [.. ThroughputNotes.Of(throughput, session.Recordings[rec].Manifest.Machine)];

    /// <summary>Where the time of profiled operations goes; columns are those of <see cref="SerializerShapes.Profile"/>.</summary>
    public ResultTable Profile(int rec) => Run("serializers/profile", rec);

    /// <summary>The methods that the samples of profiled operations were in; columns are those of <see cref="SerializerShapes.ProfileMethods"/>.</summary>
    public ResultTable ProfileMethods(int rec) => Run("serializers/profile_methods", rec);

    /// <summary>What a reader of <see cref="Profile"/> must know: what watching cost, and what is missing.</summary>
    public IReadOnlyList<string> AboutProfile(int rec) => [.. ProfileNotes.Of(Profile(rec))];

    private Dictionary<(long Serializer, long Case), List<MeasuredLane>> Lanes(int rec)
    {
        Dictionary<(long, long), List<MeasuredLane>> all = [];
        var groups = Samples(rec).GroupBy(static row => (Serializer: row.Number("serializer_id")!.Value, Case: row.Number("case_id")!.Value, Lane: row.Text("lane")!));
        foreach (var group in groups)
        {
            TableRow[] serialize = [.. group.Where(static row => row.Text("operation") == "serialize")], deserialize = [.. group.Where(static row => row.Text("operation") == "deserialize")];
            if (!all.TryGetValue((group.Key.Serializer, group.Key.Case), out List<MeasuredLane>? lanes))
                all.Add((group.Key.Serializer, group.Key.Case), lanes = []);
            lanes.Add(new MeasuredLane(
                group.Key.Lane, Time(serialize), Time(deserialize), Allocated(serialize), Allocated(deserialize), group.All(static row => row.Number("is_settled") == 1))
            {
                SerializeRounds = Rounds(serialize, "running_ns"),
                DeserializeRounds = Rounds(deserialize, "running_ns"),
            });
        }

        return all;
    }

    private static Estimate? Time(TableRow[] rows) => rows.Length == 0 ? null : LaunchMedians.Of([.. Rounds(rows, "operation_ns").Values]);

    private static Dictionary<long, double[]> Rounds(TableRow[] rows, string column) => rows.GroupBy(static row => row.Number("launch")!.Value)
        .ToDictionary(static launch => launch.Key, launch => launch.Select(row => row.Real(column)).ToArray());

    private static double? Allocated(TableRow[] rows) => rows.Length == 0 ? null : Median.Of(rows.Select(static row => row.Real("allocated_bytes")).ToArray().AsSpan());

    private ResultTable Run(string query, int rec) => session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec)));
}
