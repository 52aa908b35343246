namespace Fathom.Testing;

/// <summary>Judges rounds one by one: what grows for sure, what can grow and needs another round, and nothing else.</summary>
/// <param name="allowedBytesPerRun">Growth that is allowed.</param>
internal sealed class GrowthVerdict(double allowedBytesPerRun)
{
    // A process has its own small growth: threads, code, messages of the test framework. Below this it is not the action's.
    private const double NoiseBytes = 4096;

    // Pairs that must rise, of 6, in each round. A leak rises in twice as many objects in each next one, what else moves does not; so the first rounds leave out
    // only what falls in most pairs.
    private static readonly int[] s_leastRises = [0, 1, 3, 5, 6];

    private Dictionary<HeapClass, double>? _slopes;
    private int _rounds;
    private double _leastBytesPerRun;

    /// <summary>Types that grow, with what each adds to <see cref="BytesPerRun"/>.</summary>
    public IReadOnlyList<GrowingType> Growing { get; private set; } = [];

    /// <summary>Growth per run, in bytes.</summary>
    public double BytesPerRun { get; private set; }

    /// <summary>Least and largest growth per run of the single pairs.</summary>
    public (double Least, double Largest) Range { get; private set; }

    /// <summary>Judges a round.</summary>
    /// <param name="round">The round; it has twice the runs of the one before.</param>
    /// <param name="isOwn">Whether a type belongs to the counting.</param>
    /// <returns>Whether memory grows; null where another round must tell.</returns>
    public bool? Judge(GrowthRound round, Func<ulong, bool> isOwn)
    {
        int runs = round.Runs.Sum();
        if (_rounds++ == 0)
            _leastBytesPerRun = NoiseBytes / runs;
        bool isLast = _rounds == s_leastRises.Length;
        Dictionary<HeapClass, GrowthTrack> growing = [];
        Dictionary<HeapClass, double> suspects = [];
        foreach ((HeapClass its, GrowthTrack track) in round.Tracks)
        {
            if (isOwn(its.Type))
                continue;
            if (track.IsExact(round.Runs))
                growing.Add(its, track);
            else if (CanGrow(its, track, runs))
                suspects.Add(its, (double)track.Bytes / runs);
        }

        if (isLast)
        {
            foreach (HeapClass its in suspects.Keys)
                growing.Add(its, round.Tracks[its]);
        }

        _slopes = suspects;
        Note(growing, round);
        double excess = BytesPerRun - allowedBytesPerRun;
        if (excess > 0 && excess * runs > NoiseBytes)
            return true;
        return suspects.Count == 0 || isLast ? false : null;
    }

    private bool CanGrow(HeapClass its, GrowthTrack track, int runs)
    {
        double slope = (double)track.Bytes / runs;
        if (track.MovedBytes < NoiseBytes / 2 || (_slopes is not null && !_slopes.ContainsKey(its)))
            return false;
        if (track.IsStaircase)
            return _rounds < 3 || slope > _leastBytesPerRun / 2;
        if (track.Rises < s_leastRises[_rounds - 1])
            return false;
        // From the fourth round on a leak stands out; in the last two it must be as large per run in both.
        return _rounds switch
        {
            < 3 => true,
            3 => slope > 0,
            4 => track.Stays && slope > _leastBytesPerRun / 2,
            _ => track.Stays && slope > _leastBytesPerRun && _slopes![its] / slope is > 0.5 and < 2,
        };
    }

    // The objects of all sizes of a type hold those of one size: whichever shows more of the growth.
    private void Note(Dictionary<HeapClass, GrowthTrack> growing, GrowthRound round)
    {
        List<GrowingType> types = [];
        double[] perRun = new double[GrowthRound.Pairs];
        BytesPerRun = 0;
        foreach (IGrouping<ulong, KeyValuePair<HeapClass, GrowthTrack>> type in growing.GroupBy(its => its.Key.Type))
        {
            GrowthTrack[] whole = [.. type.Where(its => its.Key.SizeBytes == 0).Select(its => its.Value)];
            GrowthTrack[] sizes = [.. type.Where(its => its.Key.SizeBytes != 0).Select(its => its.Value)];
            GrowthTrack[] more = Sum(whole, round) > Sum(sizes, round) ? whole : sizes;
            GrowingType its = new(type.Key, more.Sum(track => ObjectsPerRun(track, round)), Sum(more, round));
            types.Add(its);
            BytesPerRun += its.BytesPerRun;
            foreach (GrowthTrack track in more)
                perRun = [.. track.BytesPerRun(round.Runs).Select((bytes, i) => perRun[i] + bytes)];
        }

        Growing = types;
        Range = (perRun.Min(), perRun.Max());
    }

    private static double ObjectsPerRun(GrowthTrack track, GrowthRound round) =>
        track.IsExact(round.Runs) ? GrowthTrack.Median(track.ObjectsPerRun(round.Runs)) : (double)track.Objects / round.Runs.Sum();

    private static double Sum(GrowthTrack[] tracks, GrowthRound round) => tracks.Sum(track =>
        track.IsExact(round.Runs) ? GrowthTrack.Median(track.BytesPerRun(round.Runs)) : (double)track.Bytes / round.Runs.Sum());
}
