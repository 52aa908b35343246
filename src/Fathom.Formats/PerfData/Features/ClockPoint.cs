namespace Fathom.Formats.PerfData.Features;

/// <summary>One moment on the recording's clock and on the wall.</summary>
/// <param name="ClockId">The clock: 1 is CLOCK_MONOTONIC.</param>
/// <param name="WallNs">Nanoseconds since 1970, UTC.</param>
/// <param name="ClockNs">Nanoseconds on the clock.</param>
public readonly record struct ClockPoint(int ClockId, ulong WallNs, ulong ClockNs);
