namespace Fathom.Model.Statistics;

/// <summary>How far a mean may be from the truth.</summary>
/// <param name="Variance">The variance of the mean.</param>
/// <param name="Freedom">Degrees of freedom that it was told with.</param>
internal readonly record struct MeanError(double Variance, double Freedom)
{
    /// <summary>How far the difference of two means may be from the truth, to both sides (Welch 1947, with the degrees of freedom after Satterthwaite).</summary>
    /// <param name="other">That of the other mean, which has nothing to do with this one.</param>
    /// <param name="probability">That the difference is not larger, to one side.</param>
    public double Reach(MeanError other, double probability)
    {
        double sum = Variance + other.Variance;
        if (sum <= 0)
            return 0;
        double freedom = sum * sum / ((Variance * Variance / Freedom) + (other.Variance * other.Variance / other.Freedom));
        return StudentT.Quantile(probability, Math.Max(1, (int)freedom)) * Math.Sqrt(sum);
    }
}
