namespace Fathom.Bench.Recording.Prices;

/// <summary>How a price compares with the one that was kept.</summary>
internal enum PriceVerdict
{
    /// <summary>One of both has no bounds.</summary>
    NotKnown,

    /// <summary>The bounds of both overlap.</summary>
    Same,

    /// <summary>It is above the kept one, and the bounds do not overlap.</summary>
    Dearer,

    /// <summary>It is below the kept one, and the bounds do not overlap.</summary>
    Cheaper,
}
