namespace Fathom.Testing;

/// <summary>Pairs of steps, one with runs of the action and one without, and what changed on the heap in each.</summary>
/// <remarks>
/// Whatever else the process does, other tests, timers, pools that give memory back at collections, happens in both steps of a pair alike. What the action
/// leaves comes in one of them only, and in proportion to the runs.
/// </remarks>
internal sealed class GrowthRound
{
    /// <summary>Pairs of a round.</summary>
    public const int Pairs = 6;

    private readonly Dictionary<HeapClass, GrowthTrack> _tracks = [];

    /// <param name="step">Mean number of runs in a step with the action, at least 2.</param>
    public GrowthRound(int step)
    {
        int differs = Math.Max(1, step / 3);
        Runs = [step, step + differs, step - differs, step, step + differs, step - differs];
    }

    /// <summary>Runs of the action in each pair; they differ, so that growth in proportion to them is told from growth with time.</summary>
    public int[] Runs { get; }

    /// <summary>What changed, by class of objects.</summary>
    public IReadOnlyDictionary<HeapClass, GrowthTrack> Tracks => _tracks;

    /// <summary>Adds a step.</summary>
    public void Add(int pair, bool isWith, IReadOnlyDictionary<HeapClass, long> before, IReadOnlyDictionary<HeapClass, long> after)
    {
        foreach ((HeapClass its, long count) in after)
            Add(pair, isWith, its, count - before.GetValueOrDefault(its));
        foreach ((HeapClass its, long count) in before)
        {
            if (!after.ContainsKey(its))
                Add(pair, isWith, its, -count);
        }
    }

    private void Add(int pair, bool isWith, HeapClass its, long change)
    {
        if (change == 0)
            return;
        Track(its).Add(pair, isWith, change, change * its.SizeBytes);
        Track(its with { SizeBytes = 0 }).Add(pair, isWith, change, change * its.SizeBytes);
    }

    private GrowthTrack Track(HeapClass its)
    {
        if (!_tracks.TryGetValue(its, out GrowthTrack? track))
            _tracks.Add(its, track = new GrowthTrack());
        return track;
    }
}
