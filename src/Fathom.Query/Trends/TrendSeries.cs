namespace Fathom.Query.Trends;

/// <summary>
/// The values of one metric over time in bounded memory. Up to <see cref="Capacity"/> values are kept as they are; beyond that neighbours are replaced by
/// their mean, again and again, so that every point stands for the same number of values and none is dropped.
/// </summary>
public sealed class TrendSeries
{
    /// <summary>The most points kept: all pairs of them are 131,000 slopes.</summary>
    public const int Capacity = 512;

    private const int FirstLength = 16;

    private double[] _times = new double[FirstLength];
    private double[] _values = new double[FirstLength];
    private double _timeSum;
    private double _valueSum;
    private int _summed;

    /// <summary>Values added.</summary>
    public long Samples { get; private set; }

    /// <summary>Values that each point is the mean of.</summary>
    public int SamplesPerPoint { get; private set; } = 1;

    /// <summary>Points kept.</summary>
    public int Count { get; private set; }

    /// <summary>The first value.</summary>
    public double First { get; private set; }

    /// <summary>The newest value.</summary>
    public double Last { get; private set; }

    /// <summary>The largest value.</summary>
    public double Highest { get; private set; } = double.NegativeInfinity;

    /// <summary>The time of the first value.</summary>
    public double FirstTime { get; private set; }

    /// <summary>The time of the newest value.</summary>
    public double LastTime { get; private set; }

    /// <summary>Times of the points, ascending.</summary>
    public ReadOnlySpan<double> Times => _times.AsSpan(0, Count);

    /// <summary>Values of the points.</summary>
    public ReadOnlySpan<double> Values => _values.AsSpan(0, Count);

    /// <summary>Adds a value.</summary>
    /// <param name="time">When it was taken, in the unit that slopes are wanted per; not before the one added last.</param>
    /// <param name="value">The value; one that is no number is left out.</param>
    public void Add(double time, double value)
    {
        if (!double.IsFinite(value) || !double.IsFinite(time))
            return;
        if (Samples++ == 0)
            (First, FirstTime) = (value, time);
        (Last, LastTime) = (value, time);
        Highest = Math.Max(Highest, value);
        _timeSum += time;
        _valueSum += value;
        if (++_summed < SamplesPerPoint)
            return;
        if (Count == Capacity)
        {
            Halve();
            return;
        }

        Append(_timeSum / _summed, _valueSum / _summed);
        (_timeSum, _valueSum, _summed) = (0, 0, 0);
    }

    private void Append(double time, double value)
    {
        if (Count == _times.Length)
        {
            Array.Resize(ref _times, Count * 2);
            Array.Resize(ref _values, Count * 2);
        }

        _times[Count] = time;
        _values[Count++] = value;
    }

    // What is summed up so far is half of a point from now on.
    private void Halve()
    {
        for (int i = 0; i < Count / 2; i++)
        {
            _times[i] = (_times[2 * i] + _times[(2 * i) + 1]) / 2;
            _values[i] = (_values[2 * i] + _values[(2 * i) + 1]) / 2;
        }

        Count /= 2;
        SamplesPerPoint *= 2;
    }
}
