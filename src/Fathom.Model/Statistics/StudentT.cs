using System.Collections.Concurrent;

namespace Fathom.Model.Statistics;

/// <summary>Quantiles of Student's distribution, which says how far the mean of few values may be from the truth.</summary>
public static class StudentT
{
    private const int Halvings = 50;
    private const int Steps = 400;

    // The same few are asked for by every case of a comparison.
    private static readonly ConcurrentDictionary<(double, int), double> s_known = [];

    /// <summary>The value that is not exceeded with a probability.</summary>
    /// <param name="probability">Between 0.5 and 1, both excluded.</param>
    /// <param name="freedom">Degrees of freedom, at least 1.</param>
    public static double Quantile(double probability, int freedom)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(freedom, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(probability, 0.5);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(probability, 1);
        return s_known.GetOrAdd((probability, freedom), static asked => Find(asked.Item1, asked.Item2));
    }

    private static double Find(double probability, int freedom)
    {
        // t = sqrt(f) tan(a): the distribution becomes the integral of cos(a)^(f-1), which ends at pi/2 and can be summed.
        double target = (probability - 0.5) * 2, whole = Integral(Math.PI / 2, freedom), low = 0, high = Math.PI / 2;
        for (int i = 0; i < Halvings; i++)
        {
            double middle = (low + high) / 2;
            if (Integral(middle, freedom) < target * whole)
                low = middle;
            else
                high = middle;
        }

        return Math.Sqrt(freedom) * Math.Tan(low);
    }

    // Simpson's rule.
    private static double Integral(double end, int freedom)
    {
        double width = end / Steps, sum = 0;
        for (int i = 0; i <= Steps; i++)
        {
            double weight = i is 0 or Steps ? 1 : (i & 1) == 1 ? 4 : 2;
            sum += weight * Math.Pow(Math.Cos(i * width), freedom - 1);
        }

        return sum * width / 3;
    }
}
