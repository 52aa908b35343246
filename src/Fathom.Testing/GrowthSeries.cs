namespace Fathom.Testing;

/// <summary>Live memory after equal numbers of iterations.</summary>
/// <param name="capacity">Readings that will come.</param>
/// <param name="iterations">Iterations between two readings.</param>
internal sealed class GrowthSeries(int capacity, int iterations)
{
    // A process has its own small growth: threads, code, messages of the test framework. Below this it is not the action's.
    private const long NoiseBytes = 4096;

    // Share of the pairs of readings that grow, less those that shrink: of 13 independent readings in any order, 1 of 747 reaches 0.6.
    private const double LeastTrend = 0.6;

    private readonly List<long> _bytes = new(capacity);

    public void Add(long bytes) => _bytes.Add(bytes);

    /// <summary>Bytes per iteration: the median of the slopes of all pairs.</summary>
    public double Slope
    {
        get
        {
            double[] slopes = [.. Pairs().Select(pair => (double)(_bytes[pair.B] - _bytes[pair.A]) / ((pair.B - pair.A) * iterations)).Order()];
            int middle = slopes.Length / 2;
            return slopes.Length % 2 == 1 ? slopes[middle] : (slopes[middle - 1] + slopes[middle]) / 2;
        }
    }

    public bool Grows(double allowedBytesPerIteration)
    {
        int all = 0;
        int trend = 0;
        foreach ((int a, int b) in Pairs())
        {
            all++;
            trend += Math.Sign(_bytes[b] - _bytes[a]);
        }

        double excess = Slope - allowedBytesPerIteration;
        return trend >= LeastTrend * all && excess > 0 && excess * iterations * (_bytes.Count - 1) > NoiseBytes;
    }

    public string Describe(double allowedBytesPerIteration)
    {
        int runs = iterations * (_bytes.Count - 1);
        string allowed = allowedBytesPerIteration > 0 ? $", {TextTable.Bytes(allowedBytesPerIteration)} are allowed" : "";
        return $"Live memory grows by {TextTable.Bytes(Slope)} per iteration{allowed}: from {TextTable.Bytes(_bytes[0])} to {TextTable.Bytes(_bytes[^1])} in {runs} iterations.";
    }

    private IEnumerable<(int A, int B)> Pairs()
    {
        for (int a = 0; a < _bytes.Count; a++)
        {
            for (int b = a + 1; b < _bytes.Count; b++)
                yield return (a, b);
        }
    }
}
