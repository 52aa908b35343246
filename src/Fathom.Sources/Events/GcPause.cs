namespace Fathom.Sources.Events;

/// <summary>All managed threads have stood still.</summary>
/// <param name="DurationNs">From the wish to stop them until they may run again, in ns.</param>
/// <param name="Reason">What for.</param>
/// <param name="StandstillNs">The end of that, in ns, in which all stood still: before, they were on the way to a place where they can.</param>
public readonly record struct GcPause(long DurationNs, GcSuspendReason Reason, long StandstillNs);
