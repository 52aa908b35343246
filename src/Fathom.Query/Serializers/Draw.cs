namespace Fathom.Query.Serializers;

/// <summary>Draws numbers for a bootstrap: SplitMix64 with one seed, so that the same samples always give the same bounds.</summary>
internal sealed class Draw(ulong seed = 20261122)
{
    private ulong _state = seed;

    /// <summary>A number from 0 to <paramref name="limit"/> - 1.</summary>
    public int Below(int limit) => (int)(Next() % (ulong)limit);

    /// <summary>A number from 0 to below 1.</summary>
    public double Unit() => (Next() >> 11) * (1.0 / (1UL << 53));

    private ulong Next()
    {
        _state = unchecked(_state + 0x9E3779B97F4A7C15);
        ulong z = unchecked((_state ^ (_state >> 30)) * 0xBF58476D1CE4E5B9);
        z = unchecked((z ^ (z >> 27)) * 0x94D049BB133111EB);
        return z ^ (z >> 31);
    }
}
