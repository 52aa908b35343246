using System.Diagnostics;
using System.Globalization;
using Fathom.Model.Metrics;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>The latest values of the instruments and counters of a program that were asked for, for a reader on any thread.</summary>
/// <remarks>An instrument with tags has a value for each set of them, and several may have one name: levels, rates and sums are added up, of percentiles the highest is taken.</remarks>
public sealed class OwnFigures : EventConsumerGroup
{
    // A set of tags that is told no more is gone, and one that comes late is not.
    private const int IntervalsKept = 3;

    // As many as are asked for of all instruments; another tool may have asked for more.
    private const int MostSets = 1000;
    private const int MostProblems = 10;

    private readonly Lock _gate = new();
    private readonly ProcessMetric[] _metrics;
    private readonly Dictionary<int, Dictionary<string, Told>>[] _told;
    private readonly bool[] _wasTold;
    private readonly HashSet<string> _known = [];
    private readonly List<string> _problems = [];
    private readonly double _seconds;

    /// <summary>Asks for them.</summary>
    /// <param name="interval">How often, rounded up to whole seconds.</param>
    /// <param name="metrics">Metrics of the program's own.</param>
    public OwnFigures(TimeSpan interval, IEnumerable<ProcessMetric> metrics)
    {
        _seconds = Math.Ceiling(interval.TotalSeconds);
        _metrics = [.. metrics];
        _wasTold = new bool[_metrics.Length];
        _told = [.. _metrics.Select(static _ => new Dictionary<int, Dictionary<string, Told>>())];
        if (Sources(isMeter: true) is { Length: > 0 } meters)
            Include(new MeterConsumer(interval, OnMeter, meters) { OnProblem = Problem, OnChangeOnly = ChangeOnly });
        if (Sources(isMeter: false) is { Length: > 0 } sources)
            Include(new CounterConsumer(interval, OnCounter, sources));
    }

    /// <summary>Those that the program has not told a value of so far.</summary>
    public IReadOnlyList<ProcessMetric> Untold
    {
        get
        {
            lock (_gate)
                return [.. _metrics.Where((_, i) => !_wasTold[i])];
        }
    }

    /// <summary>Takes the new sentences that a reader must know: why values are missing, and what they mean. Each is told once; a program cannot tell without end.</summary>
    public IReadOnlyList<string> TakeProblems()
    {
        lock (_gate)
        {
            if (_problems.Count == 0)
                return [];
            string[] taken = [.. _problems];
            _problems.Clear();
            return taken;
        }
    }

    /// <summary>Forgets the values up to now.</summary>
    public void Clear()
    {
        lock (_gate)
        {
            foreach (Dictionary<int, Dictionary<string, Told>> told in _told)
                told.Clear();
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
        foreach (Dictionary<string, Told> sets in _told[at].Values)
        {
            foreach ((string tags, Told told) in sets)
            {
                if (Stopwatch.GetElapsedTime(told.At, now).TotalSeconds > IntervalsKept * Math.Max(_seconds, told.Seconds))
                    sets.Remove(tags);
                else if (!double.IsNaN(told.Value))
                    all = double.IsNaN(all) ? told.Value : told.IsDistribution ? Math.Max(all, told.Value) : all + told.Value;
            }
        }

        return all;
    }

    private string[] Sources(bool isMeter) =>
        [.. _metrics.Where(metric => metric.Own!.IsMeter == isMeter).Select(static metric => metric.Own!.Source).Distinct(StringComparer.OrdinalIgnoreCase)];

    private void OnMeter(in EventOrigin origin, in MeterValue value)
    {
        double seconds = double.IsNaN(value.IntervalSeconds) ? _seconds : value.IntervalSeconds;
        for (int i = 0; i < _metrics.Length; i++)
        {
            OwnMetric own = _metrics[i].Own!;
            if (own.IsMeter && value.Instrument.Equals(own.Instrument, StringComparison.OrdinalIgnoreCase) && value.Meter.Equals(own.Source, StringComparison.OrdinalIgnoreCase)
                && own.IsOf(value.Tags, value.InstrumentTags))
                Set(i, value.InstrumentId, value.Tags, Figure(value, own.Figure, seconds), value.Kind == MeterInstrumentKind.Histogram, seconds);
        }
    }

    private void OnCounter(in EventOrigin origin, in CounterValue value)
    {
        double seconds = value.IntervalSeconds > 0 ? value.IntervalSeconds : _seconds;
        for (int i = 0; i < _metrics.Length; i++)
        {
            OwnMetric own = _metrics[i].Own!;
            if (!own.IsMeter && value.Name.Equals(own.Instrument, StringComparison.OrdinalIgnoreCase) && value.Provider.Equals(own.Source, StringComparison.OrdinalIgnoreCase))
                Set(i, 0, "", value.IsIncrement ? value.Value / seconds : value.Value, isDistribution: false, seconds);
        }
    }

    private void Set(int at, int instrument, ReadOnlySpan<char> tags, double value, bool isDistribution, double seconds)
    {
        lock (_gate)
        {
            _wasTold[at] = true;
            if (!_told[at].TryGetValue(instrument, out Dictionary<string, Told>? sets) && _told[at].Count < MostSets)
                _told[at].Add(instrument, sets = []);
            if (sets is not null && (sets.Count < MostSets || sets.GetAlternateLookup<ReadOnlySpan<char>>().ContainsKey(tags)))
                sets.GetAlternateLookup<ReadOnlySpan<char>>()[tags] = new Told(value, isDistribution, seconds, Stopwatch.GetTimestamp());
        }
    }

    private void ChangeOnly(string meter, string instrument)
    {
        foreach (ProcessMetric metric in _metrics)
        {
            if (metric.Own is { IsMeter: true } own && own.Instrument.Equals(instrument, StringComparison.OrdinalIgnoreCase) && own.Source.Equals(meter, StringComparison.OrdinalIgnoreCase))
                Problem($"The program adds to '{metric.Name}' and takes from it, so its value is the change since a tool first requested it, not the level.");
        }
    }

    private void Problem(string sentence)
    {
        lock (_gate)
        {
            if (_known.Count < MostProblems && _known.Add(sentence))
                _problems.Add(sentence);
        }
    }

    private static double Figure(in MeterValue value, OwnFigure figure, double seconds) => value.Kind switch
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
            OwnFigure.Usual => value.Increment / seconds,
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

    private readonly record struct Told(double Value, bool IsDistribution, double Seconds, long At);
}
