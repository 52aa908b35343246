namespace Fathom.Capture.Watching;

/// <summary>When samples are taken and when the watch ends.</summary>
/// <param name="IntervalNs">Nanoseconds from one sample to the next.</param>
public sealed record WatchSchedule(long IntervalNs)
{
    /// <summary>The time from one sample to the next.</summary>
    public TimeSpan Interval => TimeSpan.FromTicks(IntervalNs / TimeSpan.NanosecondsPerTick);

    /// <summary>Nanoseconds after which the watch ends; null for no end.</summary>
    public long? DurationNs { get; init; }

    /// <summary>Samples after which the watch ends; null for no end.</summary>
    public long? Count { get; init; }

    /// <summary>Types are counted at every so many samples; 0 for never.</summary>
    public long TypesEvery { get; init; }
}
