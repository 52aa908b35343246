namespace Fathom.Sources.Events;

/// <summary>How code was compiled; the numbers are the runtime's.</summary>
public enum MethodTier
{
    /// <summary>The runtime does not tell, as before .NET Core 3.0.</summary>
    Unknown = 0,

    /// <summary>With as little optimization as possible, as for debugging.</summary>
    Minimal = 1,

    /// <summary>Optimized at once, because the method takes no part in tiers.</summary>
    Optimized = 2,

    /// <summary>Quickly, to be replaced when it is used much.</summary>
    Tier0 = 3,

    /// <summary>Optimized, because it is used much.</summary>
    Tier1 = 4,

    /// <summary>Optimized while a loop of it runs.</summary>
    Tier1Osr = 5,

    /// <summary>Quickly, and it counts what its branches do.</summary>
    Tier0Instrumented = 6,

    /// <summary>Optimized, and it counts what its branches do.</summary>
    Tier1Instrumented = 7,
}
