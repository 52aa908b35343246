namespace Fathom.Query.Trends;

/// <summary>The normal distribution with mean 0 and standard deviation 1.</summary>
public static class Normal
{
    /// <summary>The probability of a value below <paramref name="z"/>, with an error below 1.5e-7 (Abramowitz and Stegun, 7.1.26).</summary>
    public static double Below(double z)
    {
        double x = Math.Abs(z) / Math.Sqrt(2), t = 1 / (1 + (0.3275911 * x));
        double tail = ((((((((1.061405429 * t) - 1.453152027) * t) + 1.421413741) * t) - 0.284496736) * t) + 0.254829592) * t * Math.Exp(-x * x);
        return z < 0 ? tail / 2 : 1 - (tail / 2);
    }
}
