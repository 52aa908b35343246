namespace Fathom.Query.Serializers;

/// <summary>A median with the bounds that hold it with 95 % confidence.</summary>
/// <param name="Median">The median.</param>
/// <param name="Low">The lower bound.</param>
/// <param name="High">The upper bound.</param>
public readonly record struct Estimate(double Median, double Low, double High)
{
    /// <summary>Whether two estimates cannot be told apart: their bounds overlap.</summary>
    public bool Ties(Estimate other) => Low <= other.High && other.Low <= High;
}
