namespace Fathom.Sources.Events;

/// <summary>The heap that an object was allocated on; the numbers are the runtime's.</summary>
public enum AllocationPlace
{
    /// <summary>Small objects.</summary>
    Small = 0,

    /// <summary>Large objects.</summary>
    Large = 1,

    /// <summary>Pinned objects.</summary>
    Pinned = 2,
}
