namespace Fathom.Testing;

/// <summary>The memory traffic of a block of code.</summary>
public sealed record MemoryTrafficResult
{
    /// <summary>
    /// Bytes that all threads of the process allocated while the block ran. Exact, save that of samples which the runtime hands over in the very
    /// moment of one of the two readings about 0.5 KB each can be in it, or be missing.
    /// </summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Types by estimated bytes, the largest first.</summary>
    public required IReadOnlyList<TypeTraffic> Types { get; init; }

    /// <summary>Estimate of the bytes allocated on the large object heap (objects of 85,000 bytes and more).</summary>
    public required long LargeObjectBytes { get; init; }

    /// <summary>The true value of <see cref="LargeObjectBytes"/> lies within this many bytes in 95 of 100 cases.</summary>
    public required long LargeObjectErrorBytes { get; init; }

    /// <summary>Garbage collections of generation 0 only.</summary>
    public required int Gen0Collections { get; init; }

    /// <summary>Garbage collections of generations 0 and 1.</summary>
    public required int Gen1Collections { get; init; }

    /// <summary>Garbage collections of all generations.</summary>
    public required int Gen2Collections { get; init; }

    /// <summary>Time for which all managed threads stood still.</summary>
    public required TimeSpan Pause { get; init; }

    /// <summary>Largest managed heap in bytes, garbage included, that was seen at the start (behind a collection), at the end and every 5 ms between; a shorter peak can be missed.</summary>
    public required long PeakHeapBytes { get; init; }

    /// <summary>Run time of the block, with the cost of measuring.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>
    /// Whether samples are missing although the traffic was large: then the figures by type are too low. <see cref="AllocatedBytes"/> is not concerned.
    /// </summary>
    public required bool IsSamplingShort { get; init; }

    /// <summary>Throws unless at most this many bytes were allocated.</summary>
    /// <param name="bytes">The limit.</param>
    /// <exception cref="MemoryLimitException">More was allocated; the message holds the top types.</exception>
    public void AtMost(long bytes)
    {
        if (AllocatedBytes > bytes)
            throw new MemoryLimitException($"{TextTable.Bytes(AllocatedBytes)} were allocated, the limit is {TextTable.Bytes(bytes)}.\n{this}");
    }

    /// <summary>A table of this result beside another one.</summary>
    /// <param name="name">Heading of this result.</param>
    /// <param name="other">The other result.</param>
    /// <param name="otherName">Heading of the other result.</param>
    public string Compare(string name, MemoryTrafficResult other, string otherName) => TrafficTable.Of((name, this), (otherName, other));

    /// <summary>A table of the result.</summary>
    public override string ToString() => TrafficTable.Of(("", this));
}
