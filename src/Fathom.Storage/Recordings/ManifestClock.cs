namespace Fathom.Storage.Recordings;

/// <summary>The clock behind <c>ts_ns</c>, which counts from the start of the recording and may be negative.</summary>
/// <param name="Kind"><c>monotonic</c> (CLOCK_MONOTONIC), <c>qpc</c> (Windows) or <c>unknown</c>.</param>
/// <param name="UtcAtZero">The time of day at <c>ts_ns</c> = 0.</param>
/// <param name="UncertaintyNs">How far <paramref name="UtcAtZero"/> may be off, in nanoseconds; null where it is not known.</param>
public sealed record ManifestClock(string Kind, DateTimeOffset UtcAtZero, long? UncertaintyNs);
