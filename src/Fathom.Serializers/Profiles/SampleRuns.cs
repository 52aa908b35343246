namespace Fathom.Serializers.Profiles;

/// <summary>
/// Which part each sample of a thread counts for, in the order of time. Samples close to each other are alike: an operation that takes long is in many of them, and a machine
/// that is slow for a while is so for all parts of that while. So they say less than as many that do not depend on each other. How much less is told by the scatter between
/// runs of neighbours ("batch means", Law and Kelton, "Simulation Modeling and Analysis", 9.5.3).
/// </summary>
internal sealed class SampleRuns
{
    private const int Runs = 20;
    private const int LeastInRun = 5;
    // The scatter of 20 runs is itself an estimate: what Student's distribution with 19 degrees of freedom asks for beyond the normal one, squared.
    private const double Spare = 2.093024 * 2.093024 / (1.959964 * 1.959964);

    private readonly List<(long Ns, ProfilePart Part)> _samples = [];
    private bool _isSorted = true;

    /// <summary>Takes a sample.</summary>
    /// <param name="ns">When it was taken, nanoseconds.</param>
    /// <param name="part">What it counts for.</param>
    public void Add(long ns, ProfilePart part)
    {
        _isSorted &= _samples.Count == 0 || _samples[^1].Ns <= ns;
        _samples.Add((ns, part));
    }

    /// <summary>How many samples say as much about the share of a part as one that depends on no other: 1 or more, and 1 where there are too few samples to tell.</summary>
    public double EffectOn(ProfilePart part)
    {
        if (_samples.Count < Runs * LeastInRun)
            return 1;
        if (!_isSorted)
        {
            _samples.Sort(static (one, other) => one.Ns.CompareTo(other.Ns));
            _isSorted = true;
        }

        double all = _samples.Count(sample => sample.Part == part) / (double)_samples.Count;
        if (all is 0 or 1)
            return 1;
        double squares = 0;
        for (int run = 0; run < Runs; run++)
        {
            int first = (int)((long)_samples.Count * run / Runs), end = (int)((long)_samples.Count * (run + 1) / Runs), hits = 0;
            for (int i = first; i < end; i++)
                hits += _samples[i].Part == part ? 1 : 0;
            double rest = (hits / (double)(end - first)) - all;
            squares += rest * rest;
        }

        double between = squares / (Runs - 1), independent = all * (1 - all) * Runs / _samples.Count;
        return Math.Max(1, Spare * between / independent);
    }
}
