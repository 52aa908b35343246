namespace Fathom.Sources.Traces.Etl;

/// <summary>When a thread began and ended; null where that was outside of the trace, or nobody tells.</summary>
/// <param name="StartNs">Its begin.</param>
/// <param name="EndNs">Its end.</param>
internal readonly record struct ThreadTimes(long? StartNs, long? EndNs);
