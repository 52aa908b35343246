using Fathom.Query.Trends;

namespace Fathom.Tests.Query.Trends;

/// <summary>Series whose truth is known because they are made: sizes of a process, one value in ten seconds.</summary>
/// <param name="seed">Makes each series its own, and the same in each run.</param>
/// <param name="count">Number of values.</param>
internal sealed class SyntheticSeries(int seed, int count)
{
    private const double MiB = 1 << 20;
    private const double SecondsPerValue = 10;

    private readonly Random _random = new((seed * 7919) + count);

    public TrendSeries Noise()
    {
        (double level, double noise) = Base();
        return Of(i => level + (noise * Gauss()));
    }

    /// <summary>A rise of 4 to 40 standard deviations of the noise and at least 1 % of the level.</summary>
    public TrendSeries Slope()
    {
        (double level, double noise) = Base();
        double rise = Math.Max(noise * Between(4, 40), level * Between(0.01, 1));
        return Of(i => level + (rise * i / count) + (noise * Gauss()));
    }

    public TrendSeries Fall()
    {
        (double level, double noise) = Base();
        double fall = Math.Max(noise * Between(4, 40), level * Between(0.02, 0.5));
        return Of(i => level + fall - (fall * i / count) + (noise * Gauss()));
    }

    /// <summary>One jump at any time.</summary>
    public TrendSeries Step()
    {
        (double level, double noise) = Base();
        double jump = (noise * Between(3, 100)) + (0.02 * level), at = count * _random.NextDouble();
        return Of(i => level + (i > at ? jump : 0) + (noise * Gauss()));
    }

    /// <summary>Teeth of at least three values, at least four of them, all of one length.</summary>
    public TrendSeries SawTooth()
    {
        (double level, _) = Base();
        double height = Between(1, 100) * MiB, noise = _random.Next(2) * 0.05 * height, phase = _random.NextDouble();
        double length = count / Between(4, count / 3.0);
        return Of(i => level + (height * (((i / length) + phase) % 1)) + (noise * Gauss()));
    }

    /// <summary>Teeth of many lengths and heights, as collections of garbage make them.</summary>
    public TrendSeries UnevenSawTooth()
    {
        (double level, _) = Base();
        double height = Between(1, 100) * MiB, length = count / Between(4, count / 3.0), at = _random.NextDouble(), end = 1;
        return Of(_ =>
        {
            at += Between(0.5, 1.5) / length;
            if (at > end)
                (at, end) = (0, Between(0.7, 1.3));
            return level + (height * at) + (0.02 * height * Gauss());
        });
    }

    /// <summary>Teeth on a rising floor.</summary>
    public TrendSeries LeakingSawTooth()
    {
        (double level, _) = Base();
        double height = Between(5, 50) * MiB, length = count / Between(12, count / 4.0), rise = height * Between(1.5, 4.5);
        return Of(i => level + (rise * i / count) + (height * (i / length % 1)) + (0.02 * height * Gauss()));
    }

    /// <summary>A leak under the teeth of garbage, a value a second. Teeth are 2 to 40 values long and 1 to 64 MiB high, as budgets of generation 0 are.</summary>
    public TrendSeries SlowLeakUnderGarbage(double bytesPerSecond)
    {
        double level = Between(5, 200) * MiB, height = Between(1, 64) * MiB, length = Between(2, 40), at = _random.NextDouble();
        TrendSeries series = new();
        for (int i = 0; i < count; i++)
        {
            at = (at + (Between(0.8, 1.2) / length)) % 1;
            series.Add(i / 3600.0, level + (bytesPerSecond * i) + (height * at));
        }

        return series;
    }

    /// <summary>A rise to a level within the first part: time constants up to an eighth of the time.</summary>
    public TrendSeries WarmUp()
    {
        (double level, double noise) = Base();
        noise *= _random.Next(2);
        double rise = (noise * Between(3, 50)) + (level * Between(0.1, 2)), constant = count / Between(8, 40);
        return Of(i => level + (rise * (1 - Math.Exp(-i / constant))) + (noise * Gauss()));
    }

    /// <summary>A rise to a level, and a leak all the time.</summary>
    public TrendSeries WarmUpAndLeak()
    {
        (double level, double noise) = Base();
        double rise = level * Between(0.1, 2), constant = count / Between(8, 40), leak = Math.Max(6 * noise, level * Between(0.05, 1));
        return Of(i => level + (leak * i / count) + (rise * (1 - Math.Exp(-i / constant))) + (noise * Gauss()));
    }

    private (double Level, double Noise) Base() => (Between(20, 520) * MiB, Between(0.05, 3) * MiB);

    private TrendSeries Of(Func<int, double> value)
    {
        TrendSeries series = new();
        for (int i = 0; i < count; i++)
            series.Add(i * SecondsPerValue / 3600, value(i));
        return series;
    }

    private double Between(double low, double high) => low + (_random.NextDouble() * (high - low));

    // Box and Muller.
    private double Gauss() => Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
