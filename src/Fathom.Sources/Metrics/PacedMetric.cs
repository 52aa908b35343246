using Fathom.Model.Metrics;

namespace Fathom.Sources.Metrics;

/// <summary>A metric that is read less often than samples are taken, and has no value in between.</summary>
/// <param name="Metric">The metric.</param>
/// <param name="Cost">What a read costs.</param>
/// <param name="Pause">The least time between two reads.</param>
/// <param name="Others">How many other processes are watched and make the pause that long; 0 where the cost of this one does.</param>
public readonly record struct PacedMetric(ProcessMetric Metric, TimeSpan Cost, TimeSpan Pause, int Others = 0);
