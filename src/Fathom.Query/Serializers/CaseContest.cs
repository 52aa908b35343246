namespace Fathom.Query.Serializers;

/// <summary>Which of the ranked results of a case in a lane can be told apart, for one operation.</summary>
internal sealed class CaseContest
{
    private readonly ComparedResult[] _ranked;
    private readonly Func<ComparedResult, Estimate> _time;
    private readonly RoundComparison _rounds;

    /// <param name="ranked">The results that are ranked.</param>
    /// <param name="time">The time of one.</param>
    /// <param name="samples">The samples of one in each round.</param>
    public CaseContest(ComparedResult[] ranked, Func<ComparedResult, Estimate> time, Func<ComparedResult, IReadOnlyDictionary<long, double[]>> samples)
    {
        _ranked = ranked;
        _time = time;
        _rounds = new RoundComparison(RoundTimes.Of([.. ranked.Select(samples)]));
    }

    /// <summary>Whether two cannot be told apart. Of one process each, only its own samples tell how it scatters.</summary>
    public bool Ties(ComparedResult one, ComparedResult other) =>
        _rounds.CanTell ? _rounds.Ties(Array.IndexOf(_ranked, one), Array.IndexOf(_ranked, other)) : _time(one).Ties(_time(other));
}
