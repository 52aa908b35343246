namespace Fathom.Model.Statistics;

/// <summary>A figure with the bounds that hold it; what they promise is said where it is made.</summary>
/// <param name="Median">The figure.</param>
/// <param name="Low">The lower bound; not a number where there is too little to say one.</param>
/// <param name="High">The upper bound; not a number where there is too little to say one.</param>
public readonly record struct Estimate(double Median, double Low, double High)
{
    /// <summary>A figure of which nothing says how far it may be from the truth.</summary>
    public static Estimate Unbounded(double value) => new(value, double.NaN, double.NaN);

    /// <summary>Whether there are bounds.</summary>
    public bool HasBounds => !double.IsNaN(Low);
}
