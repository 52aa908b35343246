namespace Fathom.Sources.Events;

/// <summary>What an instrument of a meter measures.</summary>
public enum MeterInstrumentKind
{
    /// <summary>Something that only grows.</summary>
    Counter,

    /// <summary>A sum that grows and shrinks.</summary>
    UpDownCounter,

    /// <summary>A level.</summary>
    Gauge,

    /// <summary>A distribution of single values.</summary>
    Histogram,
}
