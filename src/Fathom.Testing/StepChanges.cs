using System.Runtime.CompilerServices;

namespace Fathom.Testing;

/// <summary>A figure for each pair of a round; no array, which would be an object of a type that others use.</summary>
[InlineArray(GrowthRound.Pairs)]
internal struct StepChanges
{
    private long _first;

    public readonly long Sum()
    {
        long sum = 0;
        foreach (long change in this)
            sum += change;
        return sum;
    }

    /// <summary>Sum of the figures without their signs.</summary>
    public readonly long Moved()
    {
        long sum = 0;
        foreach (long change in this)
            sum += Math.Abs(change);
        return sum;
    }
}
