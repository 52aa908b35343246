namespace Fathom.Capture.Recording;

/// <summary>The time that a recording of a ring holds.</summary>
/// <param name="FromNs">Its begin on CLOCK_MONOTONIC.</param>
/// <param name="ToNs">Its end.</param>
/// <param name="StartNs">When it was begun to record.</param>
/// <param name="StateBytes">Bytes that tell what was there at the begin.</param>
public sealed record RecordWindow(long FromNs, long ToNs, long StartNs, long StateBytes)
{
    /// <summary>Begin and end.</summary>
    internal (long FromNs, long ToNs) Span => (FromNs, ToNs);

    /// <summary>How much of the time the recording holds.</summary>
    public TimeSpan Length() => Between(Math.Max(FromNs, StartNs), ToNs);

    /// <summary>How long it was recorded until then.</summary>
    public TimeSpan Recorded() => Between(StartNs, ToNs);

    private static TimeSpan Between(long fromNs, long toNs) => TimeSpan.FromMicroseconds((toNs - fromNs) / 1e3);
}
