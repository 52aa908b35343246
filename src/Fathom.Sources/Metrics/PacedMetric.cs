using Fathom.Model.Metrics;

namespace Fathom.Sources.Metrics;

/// <summary>A metric that is read less often than samples are taken, and has no value in between.</summary>
/// <param name="Metric">The metric.</param>
/// <param name="Cost">What a read costs.</param>
/// <param name="Pause">The least time between two reads.</param>
public readonly record struct PacedMetric(ProcessMetric Metric, TimeSpan Cost, TimeSpan Pause);
