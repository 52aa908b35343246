using Fathom.Model.Statistics;

namespace Fathom.Query.Serializers.Contests;

/// <summary>Who of several is fastest, as far as their bounds tell. Order, ratios and places are those of one paired comparison.</summary>
internal sealed class FastestOf
{
    /// <summary>Bounds that are further than this factor from a ratio tell nothing of it.</summary>
    public const double Absurd = 2;

    /// <param name="comparison">The comparison of all.</param>
    /// <param name="ranking">Their places.</param>
    /// <param name="among">Those that are asked about, by their number in the comparison.</param>
    public FastestOf(RoundComparison comparison, PairedRanking ranking, IEnumerable<int> among)
    {
        int[] order = [.. ranking.Order.Where(among.ToHashSet().Contains)];
        HasRounds = comparison.Rounds >= RoundComparison.LeastRounds;
        First = order.Length == 0 ? -1 : BaseOf(ranking, order);
        if (order.Length == 0 || (order.Length > 1 && !comparison.CanTell))
        {
            Doubtful = order;
            return;
        }

        int[] others = [.. order.Where(one => one != First)];
        // Of two that cannot be distinguished from the first, one may be certainly slower than the other.
        List<int> tied = [];
        foreach (int one in others)
        {
            if (IsTie(comparison, First, one) && !tied.Any(other => comparison.AreSeparated(other, one)))
                tied.Add(one);
        }

        Tied = tied;
        Slower = [.. others.Where(one => comparison.AreSeparated(First, one) && comparison.Effect(one) > comparison.Effect(First))];
        Doubtful = [.. others.Except(Tied).Except(Slower)];
        // Alone there is nothing that it could be slower than.
        IsKnown = others.Length == 0 || (ranking[First].Rank is not null && !Doubtful.Any(one => comparison.AreSeparated(First, one)));
        if (!IsKnown)
            Doubtful = [.. order.Except(Slower)];
    }

    /// <summary>Whether there are rounds enough for bounds.</summary>
    public bool HasRounds { get; }

    /// <summary>Whether it is known who is fastest.</summary>
    public bool IsKnown { get; }

    /// <summary>The fastest of those whose place is known, else the one that was fastest; -1 where there is none.</summary>
    public int First { get; }

    /// <summary>Those that cannot be distinguished from it, with bounds that would have shown a tenth; the fastest first.</summary>
    public IReadOnlyList<int> Tied { get; } = [];

    /// <summary>Those that are certainly slower, the fastest first.</summary>
    public IReadOnlyList<int> Slower { get; } = [];

    /// <summary>Those of which it is not known; where nobody is known to be the fastest, all that may be.</summary>
    public IReadOnlyList<int> Doubtful { get; }

    /// <summary>Those that are fastest, itself first; none where that is not known.</summary>
    public IReadOnlyList<int> Winners => IsKnown ? [First, .. Tied] : [];

    /// <summary>What ratios are to: the fastest that has a rank, so that a ratio and a rank never contradict each other; where nothing has one, the fastest.</summary>
    /// <param name="ranking">The places.</param>
    /// <param name="order">One at least, the fastest first.</param>
    public static int BaseOf(PairedRanking ranking, IReadOnlyList<int> order) => order.Where(one => ranking[one].Rank is not null).Append(order[0]).First();

    /// <summary>Whether two cannot be distinguished by bounds that would have shown a tenth.</summary>
    public static bool IsTie(RoundComparison comparison, int one, int other) =>
        one != other && comparison.CanTell && !comparison.AreSeparated(one, other) && comparison.Width(one, other) <= PairedRanking.Resolution;
}
