using Fathom.Model.Results;

namespace Fathom.Render.Trends;

/// <summary>What the sentence of a verdict is made of.</summary>
/// <param name="Verdict">The verdict, as JSON names it.</param>
/// <param name="Reason">Its reason, as JSON names it.</param>
/// <param name="Unit">What the values measure.</param>
/// <param name="Per">What the slope is per: "h" or "iteration".</param>
public sealed record TrendFacts(string Verdict, string Reason, ColumnUnit Unit, string Per)
{
    /// <summary>The slope.</summary>
    public double Growth { get; init; }

    /// <summary>The slope that the true one is not above; infinite where even that is not known.</summary>
    public double AtMost { get; init; } = double.PositiveInfinity;

    /// <summary>Bytes that the event session of a watch may add.</summary>
    public long SessionBytes { get; init; }

    /// <summary>Confidence of a rise, or of a fall where the slope is negative.</summary>
    public double ConfidencePercent { get; init; }

    /// <summary>The first value.</summary>
    public double First { get; init; }

    /// <summary>The newest value.</summary>
    public double Last { get; init; }

    /// <summary>From the first to the newest value, in the unit that slopes are per.</summary>
    public double Span { get; init; }

    /// <summary>The part that was left out as warm-up, in the same unit.</summary>
    public double WarmUp { get; init; }

    /// <summary>Values.</summary>
    public long Samples { get; init; }

    /// <summary>The fewest values for a verdict.</summary>
    public int LeastSamples { get; init; }
}
