namespace Fathom.Capture.Watching;

/// <summary>
/// When the samples of a watch are taken: one in each interval, each at another place of it. Samples at a strict interval see a program whose memory rises and
/// falls in step with them as a strobe light shows a wheel: standing still, or turning slowly. The places follow the golden ratio, whose multiples fill the
/// interval evenly however many there are, so that no cycle is in step with them; neighbours are never closer than 0.38 intervals.
/// </summary>
public static class SampleTimes
{
    private const double GoldenShare = 0.618033988749894848;

    /// <summary>How long before the end of its interval a sample is taken, in nanoseconds; none for the first one, which begins the watch.</summary>
    /// <param name="round">Which interval, from 0.</param>
    /// <param name="intervalNs">How long an interval is.</param>
    public static long Lead(long round, long intervalNs)
    {
        double turns = round * GoldenShare;
        return (long)((turns - Math.Floor(turns)) * intervalNs);
    }
}
