using System.Diagnostics;

namespace Fathom.Capture.Triggers;

/// <summary>Moments of events, which are in ns of CLOCK_MONOTONIC, as <see cref="Stopwatch"/> has them.</summary>
internal static class StopwatchTime
{
    /// <summary>The time stamp of a moment.</summary>
    public static long Of(long monotonicNs) => (long)(monotonicNs * (Stopwatch.Frequency / 1e9));

    /// <summary>The moment of a time stamp, in ns of CLOCK_MONOTONIC.</summary>
    public static long MonotonicNs(long timestamp) => (long)(timestamp * (1e9 / Stopwatch.Frequency));
}
