namespace Fathom.Model.Trees;

/// <summary>Slices of time with a length that people read well.</summary>
public static class TimeSlices
{
    /// <summary>So many slices at most.</summary>
    public const int Most = 1000;

    // A sampler has a sample each millisecond or so.
    private const long ShortestNs = 1_000_000;

    /// <summary>The length of a slice: 1, 2 or 5 of a unit, from 1 ms on.</summary>
    /// <param name="durationNs">The time that is divided.</param>
    public static long LengthNs(long durationNs)
    {
        for (long unit = ShortestNs; ; unit *= 10)
        {
            foreach (int step in (ReadOnlySpan<int>)[1, 2, 5])
            {
                if (durationNs / (unit * step) < Most)
                    return unit * step;
            }
        }
    }
}
