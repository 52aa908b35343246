namespace Fathom.Query.Trends;

/// <summary>The rise below which growth does not matter, whatever its confidence: every process gains a few pages.</summary>
/// <param name="Absolute">In the unit of the metric.</param>
/// <param name="OfLevel">As a part of the level.</param>
public readonly record struct Materiality(double Absolute, double OfLevel)
{
    private const double StatedBytesPerHour = 3600 * 10 * 1024;

    /// <summary>For bytes.</summary>
    public static Materiality Bytes { get; } = new(256 * 1024, 0.005) { Stated = StatedBytesPerHour };

    /// <summary>For the bytes of the managed heap, whose swings are garbage that a leak lies under.</summary>
    public static Materiality ManagedBytes { get; } = new(256 * 1024, 0.005) { Stated = StatedBytesPerHour, IsStrict = true };

    /// <summary>For the bytes of one type or category.</summary>
    public static Materiality BytesOfItem { get; } = new(16 * 1024, 0.01);

    /// <summary>For numbers of things.</summary>
    public static Materiality Counts { get; } = new(3, 0.005);

    /// <summary>For percentages.</summary>
    public static Materiality Percent { get; } = new(1, 0.02);

    /// <summary>Where nothing is known of the metric.</summary>
    public static Materiality Unknown { get; } = new(0, 0.005);

    /// <summary>The slope per hour that must be ruled out before something is said not to grow.</summary>
    public double Stated { get; private init; }

    /// <summary>Whether it must be ruled out also where it would add less than the values swing, or than matters so far.</summary>
    public bool IsStrict { get; private init; }

    /// <summary>The same for series over something else than time, of which no growth is stated.</summary>
    public Materiality WithoutTime => this with { Stated = 0 };

    /// <summary>The rise that must be ruled out before something is said not to grow.</summary>
    /// <param name="level">The level.</param>
    /// <param name="time">The time that was watched, hours.</param>
    /// <param name="spread">The range that holds the middle half of the swings.</param>
    public double RuledOut(double level, double time, double spread) => IsStrict && Stated > 0
        ? Stated * time
        : Math.Max(Math.Max(Least(level), Stated * time), IsStrict ? 0 : spread);

    /// <summary>The smallest rise that matters at a level.</summary>
    public double Least(double level) => Math.Max(Absolute, OfLevel * Math.Abs(level));
}
