namespace Fathom.Query.Trends;

/// <summary>How long values depend on those before them: noise not at all, the teeth of a garbage-collected heap for the length of a tooth.</summary>
public static class SerialCorrelation
{
    /// <summary>
    /// How many values on end make a block that hardly depends on its neighbours. 1 where each value stands for itself; the number of values where they
    /// hang together from the first to the last.
    /// </summary>
    /// <param name="residuals">The values without their trend.</param>
    public static int BlockLength(ReadOnlySpan<double> residuals)
    {
        double mean = 0;
        foreach (double value in residuals)
            mean += value / residuals.Length;
        double variance = Covariance(residuals, mean, 0);
        if (variance <= 0)
            return 1;
        // Below two standard errors the correlation of values that do not depend on each other lies.
        double chance = Math.Max(0.1, 2 / Math.Sqrt(residuals.Length));
        int lag = 1;
        while (lag < residuals.Length && Covariance(residuals, mean, lag) / variance >= chance)
            lag++;
        // A saw-tooth loses its correlation after a fifth of a tooth, so four times the lag is most of one.
        return lag == 1 ? 1 : Math.Min(residuals.Length, lag * 4);
    }

    private static double Covariance(ReadOnlySpan<double> values, double mean, int lag)
    {
        double sum = 0;
        for (int i = lag; i < values.Length; i++)
            sum += (values[i] - mean) * (values[i - lag] - mean);
        return sum / values.Length;
    }
}
