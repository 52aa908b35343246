namespace Fathom.Model.Statistics;

/// <summary>
/// How far the scatter of one thing may be told from the scatter of all together. Where all things scatter alike, a few rounds of many things tell that scatter well; where
/// they do not, each has its own. How unlike their variances are, beyond what chance makes of so few rounds, says how many rounds of its own the scatter of the others is worth
/// (Smyth, "Linear models and empirical Bayes methods", 2004).
/// </summary>
/// <param name="Freedom">Degrees of freedom that the common scatter adds to a thing's own: 0 where each thing counts for itself, at most 30.</param>
/// <param name="Variance">The common variance; one thing that scatters far more than the others hardly moves it.</param>
internal readonly record struct ScatterPrior(double Freedom, double Variance)
{
    private const double Most = 30;

    // A ten-thousandth of a percent: nothing real scatters less.
    internal const double LeastVariance = 1e-12;

    /// <summary>Looks at the variances of several things.</summary>
    /// <param name="variances">The variance of each thing, two at least.</param>
    /// <param name="freedom">Degrees of freedom of each of them.</param>
    public static ScatterPrior Of(ReadOnlySpan<double> variances, double freedom)
    {
        double expected = Polygamma.Digamma(freedom / 2) - Math.Log(freedom / 2), sum = 0, squares = 0;
        foreach (double variance in variances)
        {
            double log = Math.Log(Math.Max(variance, LeastVariance)) - expected;
            sum += log;
            squares += log * log;
        }

        double beyondChance = ((squares - (sum * sum / variances.Length)) / (variances.Length - 1)) - Polygamma.Trigamma(freedom / 2);
        return new ScatterPrior(beyondChance <= 0 ? Most : Math.Min(Most, 2 * Polygamma.InverseTrigamma(beyondChance)), Math.Exp(sum / variances.Length));
    }
}
