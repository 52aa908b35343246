using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers.Contests;

/// <summary>The conclusion of a recording: sentences per case, then those about the serializers themselves, then what to use, per case.</summary>
internal sealed class SerializerConclusions
{
    private readonly (ComparedResult Of, CaseConclusion Said)[] _cases;
    private readonly StartContest _starts;

    // Those that are named: where cases were measured, only what came back whole in one of them.
    private readonly SerializerTraits[] _traits;
    private readonly Dictionary<long, string> _names;

    /// <param name="groups">The results of each case in each lane.</param>
    /// <param name="traits">Rows of serializers/conclusion.</param>
    /// <param name="starts">Rows of serializers/starts.</param>
    /// <param name="isAsked">Whether a serializer is asked about, by its name.</param>
    public SerializerConclusions(IEnumerable<ComparedResult[]> groups, ResultTable traits, ResultTable starts, Func<string, bool> isAsked)
    {
        SerializerTraits[] all = [.. TableRow.All(traits).Select(static row => new SerializerTraits(row)).Where(one => isAsked(one.Serializer))];
        bool several = all.Select(static one => one.Target).Distinct().Count() > 1;
        _names = all.ToDictionary(static one => one.Id, one => several ? $"{one.Serializer} [{one.Target}]" : one.Serializer);
        Dictionary<long, SerializerTraits> byId = all.ToDictionary(static one => one.Id);
        ComparedResult[][] asked = [.. groups.Select(group => (ComparedResult[])[.. group.Where(one => byId.ContainsKey(one.SerializerId))])];
        _cases =
        [
            .. asked.Where(static group => group.Any(static one => one.IsRanked)).Select(group => (group[0], new CaseConclusion(group, byId, one => _names[one.Id]))),
        ];
        HashSet<long> whole = [.. asked.SelectMany(static group => group).Where(static one => one.IsRanked).Select(static one => one.SerializerId)];
        _traits = whole.Count == 0 ? all : [.. all.Where(one => whole.Contains(one.Id))];
        HashSet<long> named = [.. _traits.Select(static one => one.Id)];
        _starts = new StartContest(TableRow.All(starts).Where(row => named.Contains(row.Number("serializer_id")!.Value)));
    }

    /// <summary>The rows.</summary>
    public ResultTable Table()
    {
        List<Cell[]> rows = [.. _cases.SelectMany(static one => one.Said.Sentences().Select(sentence => sentence.Row(one.Of)))];
        Conclusion?[] general = [Start(), Foreign(), Versions()];
        rows.AddRange(general.OfType<Conclusion>().Select(static one => one.Row(null)));
        rows.AddRange(_cases.Select(one => new CaseAdvice(one.Said, _starts).Sentence().Row(one.Of)));
        return new ResultTable(Conclusion.Columns, [.. rows]);
    }

    private Conclusion? Start()
    {
        if (_starts.Ids.Count == 0)
            return null;
        FastestOf fastest = _starts.Fastest;
        string Name(int one) => _names[_starts.Ids[one]];
        string[] winners = [.. fastest.Winners.Select(Name)];
        if (!fastest.IsKnown)
            return new Conclusion(Conclusion.Start, [], fastest.HasRounds
                ? $"not known: {ConclusionWords.Names([.. fastest.Doubtful.Select(Name)])} are not told apart; more fresh processes (start --launches 20) tell more"
                : string.Create(
                    CultureInfo.InvariantCulture, $"not known: fresh processes of each: {_starts.Rounds}; a conclusion takes {RoundComparison.LeastRounds}"));
        string said = $"{ConclusionWords.Names(winners)}: a fresh process writes and reads once and ends after {ConclusionWords.Time(_starts.Wall(fastest.First))}"
            + (winners.Length > 1 ? " (a tie)" : "");
        if (fastest.Slower.Count > 0)
            said += $"; {Name(fastest.Slower[0])} takes {ConclusionWords.Times(_starts.Ratio(fastest.Slower[0], fastest.First))} as long";
        if (fastest.Doubtful.Count > 0)
            said += $"; not measured well enough to say: {ConclusionWords.Names([.. fastest.Doubtful.Select(Name)])}";
        return new Conclusion(Conclusion.Start, winners, said);
    }

    private Conclusion? Foreign()
    {
        SerializerTraits[] tried = [.. _traits.Where(static one => one.AttacksTried > 0)];
        SerializerTraits[] warned = [.. _traits.Where(static one => one.Statement is not null && one.AttacksLost == 0)];
        string advised = warned.Length == 0 ? "" : $"; authors advise against it: {Names(warned)}";
        if (tried.Length == 0)
            return warned.Length == 0 ? null : new Conclusion(Conclusion.Foreign, [], $"hostile input was not tried{advised}");
        SerializerTraits[] safe = [.. tried.Where(static one => one.IsSafe)];
        SerializerTraits[] hurt = [.. tried.Where(static one => one.AttacksLost > 0).OrderByDescending(static one => one.AttacksLost)];
        string said = safe.Length > 0
            ? $"{Names(safe)} withstood {Each(safe)}{ConclusionWords.Count(safe.Min(static one => one.AttacksTried), "attack")}"
            : hurt.Length == 0 ? "what was tried did no harm"
            : tried.Length > hurt.Length ? $"only {Names(tried.Except(hurt))} withstood all attacks, and authors advise against it"
            : $"nobody withstood all attacks; harm in the fewest: {_names[hurt[^1].Id]} ({hurt[^1].Danger})";
        if (safe.Length > 0 && hurt.Length > 0)
            said += $"; harm came to {string.Join(", ", hurt.Take(3).Select(one => $"{_names[one.Id]} ({one.Danger})"))}{(hurt.Length > 3 ? $" and {hurt.Length - 3} others" : "")}";
        return new Conclusion(Conclusion.Foreign, [.. safe.Select(one => _names[one.Id])], said + advised);
    }

    private static string Each(SerializerTraits[] safe) =>
        safe.Length == 1 ? "" : safe.All(one => one.AttacksTried == safe[0].AttacksTried) ? "each " : "each at least ";

    private Conclusion? Versions()
    {
        SerializerTraits[] tried = [.. _traits.Where(static one => one.VersionsTried > 0)];
        if (tried.Length == 0)
            return null;
        SerializerTraits[] honest = [.. tried.Where(static one => one is { VersionsWrong: 0, VersionsRead: > 0 })], wrong = [.. tried.Where(static one => one.VersionsWrong > 0)];
        long most = honest.Select(static one => one.VersionsRead).DefaultIfEmpty(0).Max();
        SerializerTraits[] best = [.. honest.Where(one => one.VersionsRead == most)];
        string said = best.Length == 0
            ? wrong.Length == tried.Length ? "all that were tried gave wrong values without an error" : "none that was tried reads changed types without wrong values"
            : $"{Names(best)} read {most} of {ConclusionWords.Count(best[0].VersionsTried, "change")} of a type, none of them wrongly";
        if (best.Length > 0 && wrong.Length > 0)
            said += $"; wrong values without an error: {Names(wrong)}";
        return new Conclusion(Conclusion.Versions, [.. best.Select(one => _names[one.Id])], said);
    }

    private string Names(IEnumerable<SerializerTraits> all) => ConclusionWords.Names([.. all.Select(one => _names[one.Id])]);
}
