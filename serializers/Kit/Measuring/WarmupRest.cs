namespace Fathom.Serializers.Kit.Measuring;

/// <summary>Tells from what each turn of a warm-up changed when there is nothing left to wait for.</summary>
/// <param name="faults">Page faults of the process when it began; null where the kernel does not tell.</param>
internal sealed class WarmupRest(long? faults)
{
    // A method is called 30 times before tier 1 is asked for, and the background compiler waits 100 ms after the last first call of any method.
    private const int LeastCalls = 60;
    private const long QuietNs = 250_000_000;

    // What was first called before the warm-up is sometimes asked for only then, with nothing compiled for longer than the quiet time meanwhile.
    private const long LeastNs = 1_000_000_000;

    // A young heap takes new memory from the kernel for a second and more, which made readers slower by up to a fifth. Some go on for ever: large objects get new pages each time.
    private const int FewFaults = 10;
    private const long MostGrowthNs = 2_000_000_000;

    private long _nowNs, _compiledNs, _grewNs, _leastCalls;
    private long? _faults = faults;

    /// <summary>Whether tiered compilation came to rest.</summary>
    public bool IsSettled => _leastCalls >= LeastCalls && _nowNs >= LeastNs && _nowNs - _compiledNs >= QuietNs;

    /// <summary>Whether it did, and the heap took no new memory for as long, or went on with it for too long to wait for.</summary>
    public bool IsOver => IsSettled && (_nowNs - _grewNs >= QuietNs || _nowNs - _compiledNs >= QuietNs + MostGrowthNs);

    /// <summary>A turn has ended.</summary>
    /// <param name="nowNs">When, since the begin.</param>
    /// <param name="compiles">Whether something was compiled meanwhile, or is still to be.</param>
    /// <param name="faults">Page faults of the process until now.</param>
    /// <param name="leastCalls">How often the operation was called until now that was called least.</param>
    public void Turn(long nowNs, bool compiles, long? faults, long leastCalls)
    {
        _nowNs = nowNs;
        _leastCalls = leastCalls;
        if (compiles)
            _compiledNs = nowNs;
        if (faults - _faults >= FewFaults)
            _grewNs = nowNs;
        _faults = faults;
    }
}
