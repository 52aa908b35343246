namespace Fathom.Model.Metrics;

/// <summary>What of an instrument or counter a metric is.</summary>
public enum OwnFigure
{
    /// <summary>What grows for ever: what came in each second. Levels: the level. Distributions: the median of what came in the interval.</summary>
    Usual,

    /// <summary>Distributions: the 95th percentile of what came in the interval.</summary>
    P95,

    /// <summary>Distributions: the 99th percentile of what came in the interval.</summary>
    P99,

    /// <summary>What grows for ever: the sum.</summary>
    Total,
}
