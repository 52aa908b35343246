namespace Fathom.Query.Trends;

/// <summary>The rise below which growth does not matter, whatever its confidence: every process gains a few pages.</summary>
/// <param name="Absolute">In the unit of the metric.</param>
/// <param name="OfLevel">As a part of the level.</param>
public readonly record struct Materiality(double Absolute, double OfLevel)
{
    /// <summary>For bytes.</summary>
    public static Materiality Bytes { get; } = new(256 * 1024, 0.005);

    /// <summary>For the bytes of one type or category.</summary>
    public static Materiality BytesOfItem { get; } = new(16 * 1024, 0.01);

    /// <summary>For numbers of things.</summary>
    public static Materiality Counts { get; } = new(3, 0.005);

    /// <summary>For percentages.</summary>
    public static Materiality Percent { get; } = new(1, 0.02);

    /// <summary>Where nothing is known of the metric.</summary>
    public static Materiality Unknown { get; } = new(0, 0.005);

    /// <summary>The smallest rise that matters at a level.</summary>
    public double Least(double level) => Math.Max(Absolute, OfLevel * Math.Abs(level));
}
