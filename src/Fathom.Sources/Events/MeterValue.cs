namespace Fathom.Sources.Events;

/// <summary>A value of an instrument of <c>System.Diagnostics.Metrics</c>, of one set of tags, over one interval.</summary>
public readonly ref struct MeterValue
{
    internal MeterValue(in MeterPayload payload, MeterInstrumentKind kind, double intervalSeconds, ReadOnlySpan<char> instrumentTags)
    {
        InstrumentTags = instrumentTags;
        Meter = payload.Meter;
        Instrument = payload.Instrument;
        Unit = payload.Unit;
        Tags = payload.Tags;
        Quantiles = payload.Quantiles;
        Kind = kind;
        Value = payload.Value;
        Increment = payload.Increment;
        Count = payload.Count;
        InstrumentId = payload.InstrumentId;
        IntervalSeconds = intervalSeconds;
    }

    /// <summary>The meter, such as <c>System.Net.Http</c>.</summary>
    public ReadOnlySpan<char> Meter { get; }

    /// <summary>The instrument, such as <c>http.client.open_connections</c>.</summary>
    public ReadOnlySpan<char> Instrument { get; }

    /// <summary>Tells apart instruments of one name, which two meters of one name have; 0 where the runtime does not tell (before .NET 9).</summary>
    public int InstrumentId { get; }

    /// <summary>Length of the interval in seconds, as the target measured it; <see cref="double.NaN"/> where it did not tell. Another tool may have asked for another one than this session.</summary>
    public double IntervalSeconds { get; }

    /// <summary>Its unit as the program names it; often empty.</summary>
    public ReadOnlySpan<char> Unit { get; }

    /// <summary>The tags as <c>name=value,…</c>; empty for none.</summary>
    public ReadOnlySpan<char> Tags { get; }

    /// <summary>The tags of the instrument and of its meter, likewise; empty before .NET 9, and where another session asked for the meter before this one.</summary>
    public ReadOnlySpan<char> InstrumentTags { get; }

    /// <summary>What it measures.</summary>
    public MeterInstrumentKind Kind { get; }

    /// <summary>
    /// Counters: the sum, of an instrument that the program adds to since the first session of any tool asked for it. Gauges: the last level. Histograms: the
    /// sum of the values that came in the interval. <see cref="double.NaN"/> where the runtime does not tell.
    /// </summary>
    public double Value { get; }

    /// <summary>Counters: what came in the interval; <see cref="double.NaN"/> in the first interval of an instrument that the program is asked for, and for other instruments.</summary>
    public double Increment { get; }

    /// <summary>Histograms: number of values that came in the interval; 0 for other instruments.</summary>
    public long Count { get; }

    /// <summary>Histograms: quantiles of the values of the interval, such as <c>0.5=12;0.95=80;0.99=95</c>; empty for other instruments.</summary>
    public ReadOnlySpan<char> Quantiles { get; }
}
