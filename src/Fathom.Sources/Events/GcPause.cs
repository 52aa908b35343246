namespace Fathom.Sources.Events;

/// <summary>All managed threads have stood still.</summary>
/// <param name="DurationNs">From the wish to stop them until they may run again, in ns.</param>
/// <param name="Reason">What for.</param>
public readonly record struct GcPause(long DurationNs, GcSuspendReason Reason);
