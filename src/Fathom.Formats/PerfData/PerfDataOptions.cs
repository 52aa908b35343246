namespace Fathom.Formats.PerfData;

/// <summary>How a recording is read.</summary>
public sealed record PerfDataOptions
{
    /// <summary>Bytes of records that may wait for their turn, so that they come in order of time. Beyond it the oldest half goes.</summary>
    public long WindowBytes { get; init; } = 256L << 20;

    /// <summary>Bytes of a section beside the records that are believed.</summary>
    public int MaxSectionBytes { get; init; } = 256 << 20;

    /// <summary>Names of the library that decompresses; those of the system where null.</summary>
    internal IReadOnlyList<string>? ZstdNames { get; init; }
}
