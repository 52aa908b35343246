using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Query.Serializers.Contests;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>
/// The trend over the versions of a package: a row per version in their order, with what changed from the version before. The change of a time is that of the samples that
/// were taken in turns, round by round, with its bounds, which hold all changes of a case together with 99 %; where they hold 1, nothing can be said to have changed.
/// </summary>
internal static class VersionTrend
{
    /// <summary>The rows; columns are those of <see cref="SerializerShapes.Versions"/>. Serializers of which one version was measured have none.</summary>
    /// <param name="results">The results, each of a serializer, case and lane.</param>
    /// <param name="list">Rows of serializers/list.</param>
    public static ResultTable Of(IEnumerable<ComparedResult> results, ResultTable list)
    {
        Dictionary<string, TableRow> known = TableRow.All(list).Where(static row => row.Text("role") == "serializer" && row.Text("library") is not null && row.Text("status") == "available")
            .GroupBy(static row => row.Text("serializer")!).ToDictionary(static group => group.Key, static group => group.First());
        IEnumerable<Cell[]> rows = results.Where(one => known.ContainsKey(one.Serializer))
            .GroupBy(one => (one.CaseId, one.Lane, one.Runtime, one.Build, Key: Key(known[one.Serializer])))
            .Select(group => group.OrderBy(one => known[one.Serializer].Text("version"), PackageVersion.Order).ToArray())
            .Where(static versions => versions.Length > 1)
            .SelectMany(versions => Rows(versions, known));
        return new ResultTable(SerializerShapes.Versions.Columns, [.. rows]);
    }

    // One library in one format with one setting: what differs then is its version.
    private static (string Library, string? Format, string? Settings) Key(TableRow row) => (row.Text("library")!, row.Text("format"), row.Text("settings"));

    private static IEnumerable<Cell[]> Rows(ComparedResult[] versions, Dictionary<string, TableRow> known)
    {
        PairedCase pairs = new([Rounds(versions, static one => one.SerializeRounds), Rounds(versions, static one => one.DeserializeRounds)], versions.Length);
        for (int i = 0; i < versions.Length; i++)
        {
            ComparedResult one = versions[i];
            ComparedResult? before = i > 0 ? versions[i - 1] : null;
            Estimate? write = Change(pairs[0], i), read = Change(pairs[1], i);
            TableRow facts = known[one.Serializer];
            yield return
            [
                Cell.Of(one.CaseName), Cell.Of(one.N), Cell.Of(one.PayloadBytes), Cell.Of(one.Serializer), Cell.Of(facts.Text("version")), Cell.Of(facts.Text("released")),
                Real(one.Measured?.Serialize?.Median), Real(write?.Median), Real(one.Measured?.Deserialize?.Median), Real(read?.Median), Cell.Of(Said(read)),
                Cell.Of(one.SizeBytes), one.SizeBytes is { } size && before?.SizeBytes is > 0 and { } was ? Cell.Of(Math.Round((double)size / was, 3)) : default,
                Real(one.Measured?.SerializeAllocatedBytes), Real(one.Measured?.DeserializeAllocatedBytes), Cell.Of(one.Outcome), Cell.Of(one.Detail),
                Real(write?.Low), Real(write?.High), Real(read?.Low), Real(read?.High), Cell.Of(Said(write)), Cell.Of(facts.Text("library")), Cell.Of(facts.Text("settings")),
                Cell.Of(one.Lane), Cell.Of(one.Runtime), Cell.Of(one.Build),
            ];
        }
    }

    private static IReadOnlyDictionary<long, double[]>[] Rounds(ComparedResult[] versions, Func<MeasuredLane, IReadOnlyDictionary<long, double[]>> of) =>
        [.. versions.Select(one => one.Measured is { } measured ? of(measured) : new Dictionary<long, double[]>())];

    private static Estimate? Change(RoundComparison rounds, int at)
    {
        if (at == 0)
            return null;
        Estimate ratio = rounds.Ratio(at, at - 1);
        return double.IsNaN(ratio.Median) ? null : ratio;
    }

    // In a word, for whoever reads no bounds.
    private static string? Said(Estimate? change) => change switch
    {
        null => null,
        { HasBounds: false } => "not known",
        { Low: > 1 } => "slower",
        { High: < 1 } => "faster",
        _ => "as before",
    };

    private static Cell Real(double? value) => value is { } number && double.IsFinite(number) ? Cell.Of(number) : default;
}
