namespace Fathom.Serializers.Suites;

/// <summary>
/// What a serializer took for smaller sizes of a case, so that a size is not tried that would take longer than anybody waits. Until two sizes are known, growth is
/// taken for linear.
/// </summary>
public sealed class GrowthForecast
{
    private readonly SortedDictionary<long, double> _times = [];

    /// <summary>The smallest size at which it hung or crashed; null when it did not.</summary>
    public long? FailedAt { get; private set; }

    /// <summary>It hung or crashed at a size.</summary>
    /// <param name="n">Objects.</param>
    public void EndedAt(long n) => FailedAt = Math.Min(FailedAt ?? long.MaxValue, n);

    /// <summary>Keeps what a size took.</summary>
    /// <param name="n">Objects.</param>
    /// <param name="nanoseconds">Time of a write and a read.</param>
    public void Add(long n, double nanoseconds) => _times[n] = _times.GetValueOrDefault(n) + nanoseconds;

    /// <summary>What a larger size is expected to take.</summary>
    /// <param name="n">Objects.</param>
    /// <returns>Null when no smaller size is known.</returns>
    public GrowthPrediction? Predict(long n)
    {
        KeyValuePair<long, double>[] smaller = [.. _times.Where(one => one.Key > 0 && one.Key < n && one.Value > 0)];
        if (smaller.Length == 0)
            return null;
        KeyValuePair<long, double> last = smaller[^1];
        double exponent = smaller.Length == 1 ? 1 : Math.Log(last.Value / smaller[^2].Value) / Math.Log((double)last.Key / smaller[^2].Key);
        // A fixed cost makes small sizes look better than linear, which larger ones will not be.
        exponent = Math.Max(1, exponent);
        return new GrowthPrediction(last.Value * Math.Pow((double)n / last.Key, exponent), exponent, last.Key, last.Value);
    }
}
