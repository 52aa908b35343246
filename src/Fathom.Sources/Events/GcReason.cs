namespace Fathom.Sources.Events;

/// <summary>Why a garbage collection began; the numbers are the runtime's.</summary>
public enum GcReason
{
    /// <summary>The budget of the small object heap was used up.</summary>
    SmallObjects = 0,

    /// <summary>The program asked for it.</summary>
    Induced = 1,

    /// <summary>The machine or the container is short of memory.</summary>
    LowMemory = 2,

    /// <summary>None of the others.</summary>
    Empty = 3,

    /// <summary>The budget of the large object heap was used up.</summary>
    LargeObjects = 4,

    /// <summary>No room for small objects.</summary>
    OutOfSpaceSmallObjects = 5,

    /// <summary>No room for large objects.</summary>
    OutOfSpaceLargeObjects = 6,

    /// <summary>The program asked for it without forcing it.</summary>
    InducedNotForced = 7,

    /// <summary>A test of the runtime.</summary>
    Stress = 8,

    /// <summary>The runtime's host asked because memory is short.</summary>
    InducedLowMemory = 9,

    /// <summary>The program asked for one that compacts.</summary>
    InducedCompacting = 10,

    /// <summary>The runtime's host is short of memory.</summary>
    LowMemoryHost = 11,

    /// <summary>The process wants to tighten its use of memory.</summary>
    TightenedLimit = 12,
}
