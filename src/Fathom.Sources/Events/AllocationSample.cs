namespace Fathom.Sources.Events;

/// <summary>An allocation that stands for others.</summary>
public readonly ref struct AllocationSample
{
    internal AllocationSample(ReadOnlySpan<char> type, long objectBytes, double estimatedBytes, AllocationPlace place)
    {
        Type = type;
        ObjectBytes = objectBytes;
        EstimatedBytes = estimatedBytes;
        Place = place;
    }

    /// <summary>Type of the object.</summary>
    public ReadOnlySpan<char> Type { get; }

    /// <summary>Size of the object in bytes; 0 where an old runtime does not tell.</summary>
    public long ObjectBytes { get; }

    /// <summary>An estimate of the bytes that the sample represents.</summary>
    public double EstimatedBytes { get; }

    /// <summary>Its heap.</summary>
    public AllocationPlace Place { get; }
}
