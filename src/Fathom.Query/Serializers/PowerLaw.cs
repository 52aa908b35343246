using Fathom.Model.Statistics;

namespace Fathom.Query.Serializers;

/// <summary>
/// How the time of an operation grows with the number of objects: time = c x n^exponent, a straight line through the logarithms by least squares. Sizes below a
/// thousandth of the largest are left out, as there a fixed cost per call hides the growth. Costs of lower order bend the line at the small sizes that are left, so a
/// quadratic reader looks like n^1.8: the bounds hold the slope of the two largest sizes too, and what it is one step further if it goes on to change as it did last.
/// </summary>
/// <param name="Points">Sizes that the line goes through.</param>
/// <param name="FromN">The smallest of them.</param>
/// <param name="ToN">The largest of them.</param>
/// <param name="Exponent">The exponent with its bounds: 95 % of draws, in which processes are drawn anew per size, of the line, of the two largest sizes, and of one step further.</param>
/// <param name="TailExponent">The exponent between the two largest sizes alone.</param>
/// <param name="PredictedTenfold">The time at ten times the largest size, by <see cref="TailExponent"/> from the largest.</param>
public sealed record PowerLaw(int Points, long FromN, long ToN, Estimate Exponent, double TailExponent, double PredictedTenfold)
{
    /// <summary>An exponent above this is worth a warning.</summary>
    public const double Limit = 1.1;

    private const int Range = 1000;
    private const int Draws = 1000;

    /// <summary>Lower bound of the line and of the two largest sizes: of what was measured, without a step further.</summary>
    public required double MeasuredLow { get; init; }

    /// <summary>Whether the time grows markedly faster than the number of objects, in the sizes that were measured.</summary>
    public bool IsSuperlinear => Exponent.Median > Limit && MeasuredLow > 1;

    /// <summary>Fits the line.</summary>
    /// <param name="points">The median time of each process, per size.</param>
    /// <returns>Null when there are fewer than three sizes within the range: a line through two says nothing of how well it fits.</returns>
    public static PowerLaw? Fit(IEnumerable<(long N, double[] Launches)> points)
    {
        (long N, double[] Launches)[] all = [.. points.Where(static point => point.N > 0 && point.Launches.Length > 0).OrderBy(static point => point.N)];
        if (all.Length == 0)
            return null;
        (long N, double[] Launches)[] used = [.. all.Where(point => point.N >= all[^1].N / Range)];
        if (used.Length < 3)
            return null;
        double[] sizes = [.. used.Select(static point => Math.Log(point.N))], times = [.. used.Select(static point => Math.Log(LaunchMedians.MedianOf(point.Launches)))];
        double tail = Tail(sizes, times, 1);
        (Estimate exponent, double measuredLow) = Bounds(used, sizes, Slope(sizes, times));
        return new PowerLaw(used.Length, used[0].N, used[^1].N, exponent, tail, Math.Exp(times[^1] + (tail * Math.Log(10)))) { MeasuredLow = measuredLow };
    }

    private static (Estimate Exponent, double MeasuredLow) Bounds((long N, double[] Launches)[] points, double[] sizes, double slope)
    {
        Draw random = new();
        double[] lows = new double[Draws], measured = new double[Draws], highs = new double[Draws], times = new double[points.Length];
        for (int draw = 0; draw < Draws; draw++)
        {
            for (int i = 0; i < points.Length; i++)
            {
                double[] launches = points[i].Launches, again = new double[launches.Length];
                for (int j = 0; j < again.Length; j++)
                    again[j] = launches[random.Below(launches.Length)];
                times[i] = Math.Log(Median.Of(again));
            }

            double line = Slope(sizes, times), tail = Tail(sizes, times, 1), next = Next(sizes, times);
            measured[draw] = Math.Min(line, tail);
            lows[draw] = Math.Min(measured[draw], next);
            highs[draw] = Math.Max(line, Math.Max(tail, next));
        }

        Array.Sort(lows);
        Array.Sort(measured);
        Array.Sort(highs);
        int low = (int)(Draws * 0.025);
        return (new Estimate(slope, lows[low], highs[(int)(Draws * 0.975)]), measured[low]);
    }

    // The slope between two neighbours; 1 is the last pair.
    private static double Tail(double[] sizes, double[] times, int pair) => (times[^pair] - times[^(pair + 1)]) / (sizes[^pair] - sizes[^(pair + 1)]);

    // The slope of a step as long as the last one behind it, if the slope changes as it did between the last two steps.
    private static double Next(double[] sizes, double[] times)
    {
        double last = sizes[^1] - sizes[^2], before = sizes[^2] - sizes[^3];
        return Tail(sizes, times, 1) + ((Tail(sizes, times, 1) - Tail(sizes, times, 2)) * 2 * last / (last + before));
    }

    private static double Slope(double[] x, double[] y)
    {
        double meanX = x.Average(), meanY = y.Average(), products = 0, squares = 0;
        for (int i = 0; i < x.Length; i++)
        {
            products += (x[i] - meanX) * (y[i] - meanY);
            squares += (x[i] - meanX) * (x[i] - meanX);
        }

        return products / squares;
    }
}
