namespace Fathom.Model.Metrics;

/// <summary>What reading a metric costs.</summary>
public enum MetricCost
{
    /// <summary>A tenth of a millisecond, whatever the process: it is read at each sample.</summary>
    Small,

    /// <summary>The more, the larger the process or its group is: it is read the less often, the longer it takes.</summary>
    GrowsWithProcess,
}
