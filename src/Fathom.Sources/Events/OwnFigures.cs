using System.Diagnostics;
using System.Globalization;
using Fathom.Model.Metrics;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>The latest values of the instruments and counters of a program that were asked for, for a reader on any thread.</summary>
/// <remarks>An instrument with tags has a value for each set of them: levels, rates and sums are added up, of percentiles the highest is taken.</remarks>
public sealed class OwnFigures : EventConsumerGroup
{
    // A set of tags that is told no more is gone, and one that comes late is not.
    private const int IntervalsKept = 3;

    private readonly Lock _gate = new();
    private readonly ProcessMetric[] _metrics;
    private readonly Dictionary<string, Told>[] _told;
    private readonly double _seconds;

    /// <summary>Asks for them.</summary>
    /// <param name="interval">How often, rounded up to whole seconds.</param>
    /// <param name="metrics">Metrics of the program's own.</param>
    /// <param name="problem">Told, in one sentence, why values are missing.</param>
    public OwnFigures(TimeSpan interval, IEnumerable<ProcessMetric> metrics, Action<string> problem)
    {
        _seconds = Math.Ceiling(interval.TotalSeconds);
        _metrics = [.. metrics];
        _told = [.. _metrics.Select(static _ => new Dictionary<string, Told>())];
        if (Sources(isMeter: true) is { Length: > 0 } meters)
            Include(new MeterConsumer(interval, OnMeter, meters) { OnProblem = problem });
        if (Sources(isMeter: false) is { Length: > 0 } sources)
            Include(new CounterConsumer(interval, OnCounter, sources));
    }

    /// <summary>Those that the program has not told a value of so far.</summary>
    public IReadOnlyList<ProcessMetric> Untold
    {
        get
        {
            lock (_gate)
                return [.. _metrics.Where((_, i) => _told[i].Count == 0)];
        }
    }

    /// <summary>Puts the latest values to their places; "not a number" where none is told.</summary>
    public void CopyTo(Span<double> values)
    {
        long now = Stopwatch.GetTimestamp();
        lock (_gate)
        {
            for (int i = 0; i < _metrics.Length; i++)
                values[_metrics[i].Place] = Latest(i, now);
        }
    }

    private double Latest(int at, long now)
    {
        double all = double.NaN;
        foreach (Told told in _told[at].Values)
        {
            if (double.IsNaN(told.Value) || Stopwatch.GetElapsedTime(told.At, now).TotalSeconds > IntervalsKept * _seconds)
                continue;
            all = double.IsNaN(all) ? told.Value : told.IsDistribution ? Math.Max(all, told.Value) : all + told.Value;
        }

        return all;
    }

    private string[] Sources(bool isMeter) =>
        [.. _metrics.Where(metric => metric.Own!.IsMeter == isMeter).Select(static metric => metric.Own!.Source).Distinct(StringComparer.OrdinalIgnoreCase)];

    private void OnMeter(in EventOrigin origin, in MeterValue value)
    {
        for (int i = 0; i < _metrics.Length; i++)
        {
            OwnMetric own = _metrics[i].Own!;
            if (own.IsMeter && value.Instrument.Equals(own.Instrument, StringComparison.OrdinalIgnoreCase) && value.Meter.Equals(own.Source, StringComparison.OrdinalIgnoreCase))
                Set(i, value.Tags, Figure(value, own.Figure), value.Kind == MeterInstrumentKind.Histogram);
        }
    }

    private void OnCounter(in EventOrigin origin, in CounterValue value)
    {
        for (int i = 0; i < _metrics.Length; i++)
        {
            OwnMetric own = _metrics[i].Own!;
            if (!own.IsMeter && value.Name.Equals(own.Instrument, StringComparison.OrdinalIgnoreCase) && value.Provider.Equals(own.Source, StringComparison.OrdinalIgnoreCase))
                Set(i, "", value.IsIncrement ? value.Value / (value.IntervalSeconds > 0 ? value.IntervalSeconds : _seconds) : value.Value, isDistribution: false);
        }
    }

    private void Set(int at, ReadOnlySpan<char> tags, double value, bool isDistribution)
    {
        lock (_gate)
            _told[at].GetAlternateLookup<ReadOnlySpan<char>>()[tags] = new Told(value, isDistribution, Stopwatch.GetTimestamp());
    }

    private double Figure(in MeterValue value, OwnFigure figure) => value.Kind switch
    {
        MeterInstrumentKind.Histogram => figure switch
        {
            OwnFigure.Usual => Quantile(value, "0.5="),
            OwnFigure.P95 => Quantile(value, "0.95="),
            OwnFigure.P99 => Quantile(value, "0.99="),
            _ => double.NaN,
        },
        MeterInstrumentKind.Counter => figure switch
        {
            OwnFigure.Usual => value.Increment / _seconds,
            OwnFigure.Total => value.Value,
            _ => double.NaN,
        },
        _ => figure == OwnFigure.Usual ? value.Value : double.NaN,
    };

    // Where nothing came there is none.
    private static double Quantile(in MeterValue value, string which)
    {
        foreach (Range range in value.Quantiles.Split(';'))
        {
            ReadOnlySpan<char> one = value.Quantiles[range];
            if (one.StartsWith(which) && double.TryParse(one[which.Length..], NumberStyles.Float, CultureInfo.InvariantCulture, out double number))
                return number;
        }

        return double.NaN;
    }

    private readonly record struct Told(double Value, bool IsDistribution, long At);
}
