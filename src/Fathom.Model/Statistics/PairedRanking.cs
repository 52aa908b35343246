namespace Fathom.Model.Statistics;

/// <summary>
/// Ranks things by a paired comparison. All stand in the order of their effects.
/// <list type="number">
/// <item>A pair is blurred when it is not certain which is faster and the bounds of the ratio are further than a tenth from it. The one that scatters more is without a rank then, and
/// both are unless it scatters twice as much: its place is not known. So is that of one that is blurred against more than half of the others.</item>
/// <item>The others part where everyone before is certainly faster than everyone behind; between two such cuts they share a rank. So of two with different ranks one is certainly faster,
/// though of two that share one it may be so as well, when others between them join them.</item>
/// <item>A rank counts those before it, and those without a rank that are certainly faster than somebody up to here.</item>
/// </list>
/// </summary>
public sealed class PairedRanking
{
    /// <summary>Bounds that are further from a ratio than this factor say too little to call two a tie.</summary>
    public const double Resolution = 1.1;

    // Twice the standard deviation.
    private const double MuchMoreVariance = 4;

    private readonly RoundComparison _comparison;
    private readonly PairedPlace[] _places;

    /// <param name="comparison">The comparison.</param>
    public PairedRanking(RoundComparison comparison)
    {
        _comparison = comparison;
        Order = [.. Enumerable.Range(0, comparison.Count).OrderBy(comparison.Effect).ThenBy(static thing => thing)];
        _places = new PairedPlace[comparison.Count];
        if (comparison.Rounds < RoundComparison.LeastRounds)
        {
            Array.Fill(_places, new PairedPlace(null, false, -1));
            return;
        }

        FindBlurred();
        Rank([.. Order.Where(thing => _places[thing].Blur < 0)], [.. Order.Where(thing => _places[thing].Blur >= 0)]);
    }

    /// <summary>The things, the fastest first.</summary>
    public IReadOnlyList<int> Order { get; }

    /// <summary>The place of a thing.</summary>
    public PairedPlace this[int thing] => _places[thing];

    private void FindBlurred()
    {
        Array.Fill(_places, new PairedPlace(null, false, -1));
        for (int thing = 0; thing < _places.Length; thing++)
        {
            int[] blurred = [.. Enumerable.Range(0, _places.Length).Where(other => IsBlurred(thing, other))];
            bool isUnclear = 2 * blurred.Length > _places.Length - 1 || blurred.Any(other => !(_comparison.Variance(other) > _comparison.Variance(thing) * MuchMoreVariance));
            if (isUnclear)
                _places[thing] = new PairedPlace(null, false, blurred.MaxBy(other => _comparison.Width(thing, other)));
        }
    }

    private bool IsBlurred(int one, int other) => one != other && _comparison.Width(one, other) > Resolution && !_comparison.AreSeparated(one, other);

    private void Rank(int[] ranked, int[] blurred)
    {
        HashSet<int> before = [];
        for (int start = 0, end; start < ranked.Length; start = end)
        {
            for (end = start + 1; end < ranked.Length && !IsCut(ranked, start, end); end++)
            {
            }

            foreach (int thing in blurred)
            {
                if (ranked[start..end].Any(behind => _comparison.Effect(thing) < _comparison.Effect(behind) && _comparison.AreSeparated(thing, behind)))
                    before.Add(thing);
            }

            for (int i = start; i < end; i++)
                _places[ranked[i]] = new PairedPlace(start + before.Count + 1, end - start > 1, -1);
        }
    }

    // Everyone from the last cut on is certainly faster than everyone from here on. Before the last cut that is known of all already.
    private bool IsCut(int[] ranked, int start, int end) => ranked[start..end].All(faster => ranked[end..].All(slower => _comparison.AreSeparated(faster, slower)));
}
