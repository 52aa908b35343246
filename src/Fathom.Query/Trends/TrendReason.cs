namespace Fathom.Query.Trends;

/// <summary>Why a verdict is what it is.</summary>
public enum TrendReason
{
    /// <summary>Rises with high confidence, in both halves, by more than it swings.</summary>
    Steady,

    /// <summary>No rise beyond chance.</summary>
    NoRise,

    /// <summary>It falls.</summary>
    Falls,

    /// <summary>No two values differ.</summary>
    Constant,

    /// <summary>The rise is too small to matter.</summary>
    Immaterial,

    /// <summary>It rose at first and has settled.</summary>
    Settled,

    /// <summary>There are too few values.</summary>
    FewValues,

    /// <summary>Its swings are so long that few fit into the time.</summary>
    LongSwings,

    /// <summary>There may be a rise; chance is not ruled out.</summary>
    Unsure,

    /// <summary>It rises, but by less than it swings.</summary>
    WithinSwings,

    /// <summary>It rises more and more slowly.</summary>
    Slowing,

    /// <summary>Most of the rise is one jump, late.</summary>
    LateJump,

    /// <summary>Garbage was not collected in this time, so it cannot be told from what stays.</summary>
    NoCollection,

    /// <summary>It seems not to rise, but its swings could hide a rise that matters.</summary>
    Hidden,

    /// <summary>It rises by less than matters, and a growth that matters is not ruled out.</summary>
    SmallSoFar,

    /// <summary>It rises by no more than the event session of the watch itself may take.</summary>
    OwnSession,

    /// <summary>Memory went to swap.</summary>
    Swapped,
}
