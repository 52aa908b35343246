using Fathom.Model.Statistics;

namespace Fathom.Query.Serializers.Contests;

/// <summary>
/// What follows from the results of one case in one lane, in sentences. Only what is certain is said to be so: those that cannot be distinguished are named together, and those whose
/// bounds tell nothing are named as such.
/// </summary>
internal sealed class CaseConclusion
{
    private readonly CaseContest _contest;
    private readonly SerializerTraits[] _traits;
    private readonly string[] _names;

    /// <param name="results">The results.</param>
    /// <param name="traits">What is known of each serializer, by its number.</param>
    /// <param name="nameOf">How a serializer is called.</param>
    public CaseConclusion(ComparedResult[] results, IReadOnlyDictionary<long, SerializerTraits> traits, Func<SerializerTraits, string> nameOf)
    {
        _contest = new CaseContest(results);
        _traits = [.. _contest.Ranked.Select(one => traits[one.SerializerId])];
        _names = [.. _traits.Select(nameOf)];
        Both = _contest.Fastest(CaseContest.Both, static _ => true);
    }

    /// <summary>Whether anything was compared.</summary>
    public bool IsEmpty => _names.Length == 0;

    /// <summary>Who writes and reads fastest.</summary>
    public FastestOf Both { get; }

    public int Count => _names.Length;

    public string Name(int one) => _names[one];

    public SerializerTraits Traits(int one) => _traits[one];

    /// <summary>Bytes of its output; not a number where that is not known.</summary>
    public double Size(int one) => _contest.Ranked[one].SizeBytes ?? double.NaN;

    /// <summary>Who is fastest both ways of some of them.</summary>
    public FastestOf Among(Func<int, bool> isAsked) => _contest.Fastest(CaseContest.Both, one => isAsked(IndexOf(one)));

    /// <summary>How many times as long one takes both ways as another.</summary>
    public Estimate Ratio(int one, int other) => _contest.Ratio(CaseContest.Both, one, other);

    /// <summary>Those with the smallest output.</summary>
    public int[] Smallest()
    {
        int[] sized = [.. Enumerable.Range(0, Count).Where(one => !double.IsNaN(Size(one)))];
        double least = sized.Select(Size).DefaultIfEmpty(0).Min();
        return [.. sized.Where(one => Size(one) <= least)];
    }

    /// <summary>The sentences about the data of the case.</summary>
    public IEnumerable<Conclusion> Sentences()
    {
        if (IsEmpty)
            yield break;
        yield return Fastest(Conclusion.FastestBoth, CaseContest.Both, Both, "writes and reads in about");
        (string, int, string)[] single =
            [(Conclusion.FastestWrite, CaseContest.Writing, "writes in about"), (Conclusion.FastestRead, CaseContest.Reading, "reads in about")];
        foreach ((string topic, int operation, string verb) in single)
        {
            FastestOf fastest = _contest.Fastest(operation, static _ => true);
            if (Count > 1 && fastest.IsKnown && !fastest.Winners.Any(Both.Winners.Contains))
                yield return Fastest(topic, operation, fastest, verb);
        }

        yield return Small();
        yield return Readable();
    }

    private Conclusion Fastest(string topic, int operation, FastestOf fastest, string verb)
    {
        if (!fastest.IsKnown)
            return new Conclusion(topic, [], Unknown(operation, fastest));
        if (Count == 1)
            return new Conclusion(topic, [Name(fastest.First)], $"{Name(fastest.First)} is the only one that was compared");
        string said = fastest.Tied.Count == 0
            ? $"{Name(fastest.First)} {verb} {ConclusionWords.Time(TimeOf(operation, fastest.First))}"
            : $"{Names(fastest.Winners)} cannot be distinguished ({verb.Replace("s ", " ", StringComparison.Ordinal)} {ConclusionWords.Time(TimeOf(operation, fastest.First))})";
        if (fastest.Slower.Count > 0)
            said += $"; {Name(fastest.Slower[0])} takes {ConclusionWords.Times(_contest.Ratio(operation, fastest.Slower[0], fastest.First))} as long";
        if (fastest.Doubtful.Count > 0)
            said += $"; not measured well enough to say: {Names(fastest.Doubtful)}";
        return new Conclusion(topic, [.. fastest.Winners.Select(Name)], said);
    }

    private string Unknown(int operation, FastestOf fastest)
    {
        if (!fastest.HasRounds)
            return $"not known: {ConclusionWords.Count(_contest.Rounds, "complete round")} of processes; a conclusion takes {RoundComparison.LeastRounds} (--launches 5)";
        Estimate worst = fastest.Doubtful.Where(one => one != fastest.First).Select(one => _contest.Ratio(operation, one, fastest.First))
            .MaxBy(static ratio => ratio.High / ratio.Median);
        string why = worst.High / worst.Median > FastestOf.Absurd
            ? "not measured well enough"
            : $"their bounds reach to {ConclusionWords.Factor(worst.High)} times";
        return $"not known: {Names(fastest.Doubtful)} are not told apart, {why}; more processes (--launches 10) or a quieter machine tell more";
    }

    private Conclusion Small()
    {
        int[] smallest = Smallest();
        if (smallest.Length == 0)
            return new Conclusion(Conclusion.Smallest, [], "not known: no output was counted");
        string said = $"{Names(smallest)} with {ConclusionWords.Size(Size(smallest[0]))}{(smallest.Length > 1 ? " each" : "")}";
        int[] larger = [.. Enumerable.Range(0, Count).Where(one => Size(one) > Size(smallest[0])).OrderBy(Size)];
        return new Conclusion(
            Conclusion.Smallest, [.. smallest.Select(Name)],
            larger.Length == 0 || Size(smallest[0]) <= 0 ? said
                : $"{said}; {Name(larger[0])} needs {ConclusionWords.Factor(Size(larger[0]) / Size(smallest[0]))} times that, {Name(larger[^1])} most: "
                + $"{ConclusionWords.Factor(Size(larger[^1]) / Size(smallest[0]))} times");
    }

    private Conclusion Readable()
    {
        int[] texts = [.. Enumerable.Range(0, Count).Where(one => _traits[one].IsText)];
        if (texts.Length == 0)
            return new Conclusion(Conclusion.Readable, [], "none: no format of text was compared");
        if (texts.Length == Count && Both.IsKnown)
            return new Conclusion(Conclusion.Readable, [.. Both.Winners.Select(Name)], "all that were compared write text");
        FastestOf fastest = Among(texts.Contains);
        if (!fastest.IsKnown)
            return new Conclusion(Conclusion.Readable, [], $"text is written by {Names(texts)}; which of them is fastest is not known");
        string least = fastest.Winners.Count > 1 ? $"{Names(fastest.Winners)} are the fastest that write text, a tie" : $"{Name(fastest.First)} is the fastest that writes text";
        if (texts.Length == 1)
            least = $"{Name(fastest.First)} alone writes text";
        if (fastest.Doubtful.Count > 0)
            least += $" ({Names(fastest.Doubtful)}: not measured well enough to say)";
        return new Conclusion(
            Conclusion.Readable, [.. fastest.Winners.Select(Name)],
            !Both.IsKnown || Both.Winners.Contains(fastest.First) ? least
                : $"{least}: {ConclusionWords.Times(Ratio(fastest.First, Both.First))} as long as {Name(Both.First)}{TimesItsSize(fastest.First, Both.First)}");
    }

    private string TimesItsSize(int one, int than) => Size(one) / Size(than) is var factor && double.IsFinite(factor) ? $", {ConclusionWords.Factor(factor)} times its size" : "";

    private double TimeOf(int operation, int one)
    {
        MeasuredLane measured = _contest.Ranked[one].Measured!;
        double write = measured.Serialize!.Value.Median, read = measured.Deserialize!.Value.Median;
        return operation switch { CaseContest.Writing => write, CaseContest.Reading => read, _ => write + read };
    }

    private string Names(IReadOnlyList<int> all) => ConclusionWords.Names([.. all.Select(Name)]);

    private int IndexOf(ComparedResult one)
    {
        for (int at = 0; at < _contest.Ranked.Count; at++)
        {
            if (ReferenceEquals(_contest.Ranked[at], one))
                return at;
        }

        return -1;
    }
}
