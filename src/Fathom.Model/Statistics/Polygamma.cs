namespace Fathom.Model.Statistics;

/// <summary>The first two derivatives of the logarithm of the gamma function: mean and variance of the logarithm of an estimated variance are made of them.</summary>
internal static class Polygamma
{
    // From here on the asymptotic series is exact to ten digits (Abramowitz and Stegun, 6.3.18 and 6.4.12); below, the recurrence leads there.
    private const double SeriesFrom = 12;
    private const int Halvings = 80;

    /// <summary>The first derivative.</summary>
    /// <param name="x">Above 0.</param>
    public static double Digamma(double x)
    {
        double sum = 0;
        for (; x < SeriesFrom; x++)
            sum -= 1 / x;
        double square = 1 / (x * x);
        return sum + Math.Log(x) - (0.5 / x) - (square * ((1.0 / 12) - (square * ((1.0 / 120) - (square / 252)))));
    }

    /// <summary>The second derivative.</summary>
    /// <param name="x">Above 0.</param>
    public static double Trigamma(double x)
    {
        double sum = 0;
        for (; x < SeriesFrom; x++)
            sum += 1 / (x * x);
        double square = 1 / (x * x);
        return sum + (1 / x) + (square / 2) + (square / x * ((1.0 / 6) - (square * ((1.0 / 30) - (square / 42)))));
    }

    /// <summary>Where the second derivative has a value, at least 0.001 and at most a million.</summary>
    /// <param name="value">Above 0.</param>
    public static double InverseTrigamma(double value)
    {
        double low = 1e-3, high = 1e6;
        for (int i = 0; i < Halvings; i++)
        {
            double middle = Math.Sqrt(low * high);
            if (Trigamma(middle) > value)
                low = middle;
            else
                high = middle;
        }

        return low;
    }
}
