using Fathom.Model.Metrics;

namespace Fathom.Capture.Watching;

/// <summary>What a watch asks a program for by an event session.</summary>
/// <param name="OfRuntime">Whether the runtime tells its counters.</param>
/// <param name="Own">The program's own metrics.</param>
public sealed record AskedFigures(bool OfRuntime, IReadOnlyList<ProcessMetric> Own)
{
    /// <summary>Whether a session is needed.</summary>
    public bool IsAny => OfRuntime || Own.Count > 0;
}
