using System.Globalization;
using Fathom.Model.Statistics;

namespace Fathom.Query.Serializers.Contests;

/// <summary>What the paired comparison says of the results of one case in one lane: order, ratios, ranks and why there is none.</summary>
internal sealed class CaseContest
{
    /// <summary>Writing and reading, as <see cref="PairedCase"/> numbers them.</summary>
    public const int Writing = 0, Reading = 1;

    /// <summary>Writing and reading one after the other.</summary>
    public const int Both = 2;

    // What is done about bounds that are too wide.
    private const string Cure = "more processes (--launches 10) or a quieter machine tell more";

    private readonly ComparedResult[] _ranked;
    private readonly ComparedResult[] _all;
    private readonly PairedCase _paired;
    private readonly PairedRanking[] _rankings;
    private readonly RoundComparison _both;

    /// <param name="results">The results; those that are not ranked are held against the others.</param>
    public CaseContest(ComparedResult[] results)
    {
        _ranked = [.. results.Where(static one => one.IsRanked)];
        _all = [.. _ranked, .. results.Where(static one => !one.IsRanked && one is { Outcome: "ok", Measured: not null })];
        _paired = new PairedCase(
            [[.. _all.Select(static one => one.Measured!.SerializeRounds)], [.. _all.Select(static one => one.Measured!.DeserializeRounds)]], _ranked.Length);
        _both = _paired.Sum(Writing, Reading);
        _rankings = [new PairedRanking(_paired[Writing]), new PairedRanking(_paired[Reading]), new PairedRanking(_both)];
    }

    /// <summary>The results that are ranked, in the order of their numbers.</summary>
    public IReadOnlyList<ComparedResult> Ranked => _ranked;

    /// <summary>Who is fastest of some of the ranked results.</summary>
    /// <param name="operation"><see cref="Writing"/>, <see cref="Reading"/> or <see cref="Both"/>.</param>
    /// <param name="isAsked">Whether a result is asked about.</param>
    public FastestOf Fastest(int operation, Func<ComparedResult, bool> isAsked) =>
        new(Comparison(operation), _rankings[operation], Enumerable.Range(0, _ranked.Length).Where(at => isAsked(_ranked[at])));

    /// <summary>How many times as long a ranked result takes as another.</summary>
    public Estimate Ratio(int operation, int one, int other) => Comparison(operation).Ratio(one, other);

    /// <summary>The ranked results, the fastest reader first.</summary>
    public IEnumerable<ComparedResult> Order => _rankings[Reading].Order.Select(at => _ranked[at]);

    /// <summary>Rounds of processes that count.</summary>
    public int Rounds => _paired.Rounds;

    /// <summary>Rounds that do not, by the number of their processes.</summary>
    public IReadOnlyList<long> LeftOut => _paired.LeftOut;

    /// <summary>How many times as long it takes as the fastest that has a rank, or the fastest where nothing has one, with the bounds that hold all ratios of the case together with 99 %.</summary>
    public Estimate? Factor(int operation, ComparedResult one)
    {
        if (_ranked.Length == 0 || Array.IndexOf(_all, one) is not (>= 0 and var at))
            return null;
        int best = Base(operation);
        Estimate factor = at < _ranked.Length ? _paired[operation].Ratio(at, best) : Estimate.Unbounded(_paired.Ratio(operation, at, best));
        return double.IsNaN(factor.Median) ? null : factor;
    }

    /// <summary>How many times as long it takes as a floor.</summary>
    public double? Factor(int operation, ComparedResult one, ComparedResult? floor)
    {
        if (Array.IndexOf(_all, one) is not (>= 0 and var at) || Array.IndexOf(_all, floor) is not (>= 0 and var bound))
            return null;
        double factor = _paired.Ratio(operation, at, bound);
        return double.IsNaN(factor) ? null : factor;
    }

    /// <summary>The ranked results that are certainly faster than a floor, with 99 % for all pairs together.</summary>
    public IReadOnlySet<ComparedResult> Beating(int operation, ComparedResult? floor)
    {
        if (_ranked.Length == 0 || Array.IndexOf(_all, floor) is not (>= 0 and var bound))
            return new HashSet<ComparedResult>();
        RoundComparison comparison = _paired.With(operation, bound);
        int last = _ranked.Length;
        return _ranked.Where((_, at) => comparison.Effect(at) < comparison.Effect(last) && comparison.AreSeparated(at, last)).ToHashSet();
    }

    /// <summary>Whether it is a tie with the fastest: not told apart by bounds that would have shown a tenth. False for that itself, and where there are too few rounds to say.</summary>
    public bool TiesFastest(int operation, ComparedResult one) => Array.IndexOf(_ranked, one) is >= 0 and var at && FastestOf.IsTie(_paired[operation], at, Base(operation));

    /// <summary>"1", or "2=" for a tie; null where there is none.</summary>
    public string? Rank(ComparedResult one) => Array.IndexOf(_ranked, one) is >= 0 and var at && _rankings[Reading][at] is { Rank: { } rank } place
        ? string.Create(CultureInfo.InvariantCulture, $"{rank}{(place.IsTied ? "=" : "")}")
        : null;

    /// <summary>Why a result that could have a rank has none; null where it has one.</summary>
    public string? WhyNoRank(ComparedResult one)
    {
        if (Array.IndexOf(_ranked, one) is not (>= 0 and var at) || _rankings[Reading][at] is { Rank: not null })
            return null;
        int blur = _rankings[Reading][at].Blur, fastest = Base(Reading);
        if (blur < 0)
            return string.Create(CultureInfo.InvariantCulture, $"{Rounds} {(Rounds == 1 ? "process" : "processes")} each; a rank takes {RoundComparison.LeastRounds}");
        int than = at == fastest ? blur : fastest;
        Estimate ratio = _paired[Reading].Ratio(at, than);
        if (_paired[Reading].Width(at, than) > FastestOf.Absurd)
            return $"not measured well enough: the bounds are further than a factor of {FastestOf.Absurd:0} from the ratio; {Cure}";
        string bounds = string.Create(CultureInfo.InvariantCulture, $"inconclusive: takes {ratio.Low:0.00} to {ratio.High:0.00} times as long as {_ranked[than].Serializer}");
        string wide = string.Create(CultureInfo.InvariantCulture, $"bounds wider than {(PairedRanking.Resolution - 1) * 100:0} %");
        return than == blur || IsBlurred(at, than) ? $"{bounds}, {wide}" : $"{bounds}, but is not told apart from {_ranked[blur].Serializer}: {wide}";
    }

    private bool IsBlurred(int one, int other) => _paired[Reading].Width(one, other) > PairedRanking.Resolution && !_paired[Reading].AreSeparated(one, other);

    private RoundComparison Comparison(int operation) => operation == Both ? _both : _paired[operation];

    private int Base(int operation) => FastestOf.BaseOf(_rankings[operation], _rankings[operation].Order);
}
