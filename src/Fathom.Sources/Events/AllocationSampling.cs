namespace Fathom.Sources.Events;

/// <summary>How a runtime chooses the allocations that it reports.</summary>
public enum AllocationSampling
{
    /// <summary>At random: .NET 10 and later. Estimates are unbiased.</summary>
    Random,

    /// <summary>The allocation that crosses each 100 KB: all versions. Small types in step with others are over- or underestimated.</summary>
    Ticks,
}
