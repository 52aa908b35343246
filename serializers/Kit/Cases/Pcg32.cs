namespace Fathom.Serializers.Kit.Cases;

/// <summary>
/// PCG-XSH-RR with 64 bits of state and 32 bits of output (M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms", 2014).
/// The same seed gives the same data on every runtime and machine, which System.Random does not promise.
/// </summary>
/// <param name="seed">Where it starts.</param>
/// <param name="stream">Which of the sequences; any number.</param>
public sealed class Pcg32(ulong seed, ulong stream = 54)
{
    private const ulong Multiplier = 6364136223846793005;

    private readonly ulong _increment = (stream << 1) | 1;
    private ulong _state = unchecked((((stream << 1) | 1) + seed) * Multiplier + ((stream << 1) | 1));

    /// <summary>The next 32 bits.</summary>
    public uint Next()
    {
        ulong old = _state;
        _state = unchecked(old * Multiplier + _increment);
        uint shifted = (uint)(((old >> 18) ^ old) >> 27);
        return uint.RotateRight(shifted, (int)(old >> 59));
    }

    /// <summary>A number below <paramref name="limit"/>, each as likely as the others.</summary>
    public int Below(int limit)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(limit);
        uint bound = (uint)limit;
        uint threshold = unchecked(0u - bound) % bound;
        uint value;
        do
            value = Next();
        while (value < threshold);
        return (int)(value % bound);
    }

    /// <summary>64 bits.</summary>
    public long NextLong() => unchecked((long)(((ulong)Next() << 32) | Next()));

    /// <summary>A fraction from 0 up to, but not, 1, with 53 bits.</summary>
    public double NextDouble() => ((((ulong)Next() << 32) | Next()) >> 11) * (1.0 / (1UL << 53));

    /// <summary>True with a chance of <paramref name="percent"/> in a hundred.</summary>
    public bool Chance(int percent) => percent > 0 && Below(100) < percent;
}
