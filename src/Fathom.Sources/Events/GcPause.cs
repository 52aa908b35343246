namespace Fathom.Sources.Events;

/// <summary>All managed threads were stopped: from GCSuspendEEBegin to GCRestartEEBegin, as the runtime counts its own total.</summary>
/// <param name="DurationNs">From the request to stop them until they may run again, in ns.</param>
/// <param name="Reason">What for.</param>
/// <param name="StandstillNs">The end of that, in ns, in which all stood still; null where the events do not say when it began.</param>
public readonly record struct GcPause(long DurationNs, GcSuspendReason Reason, long? StandstillNs)
{
    /// <summary>The time that it took to stop them, in ns: until then, some ran to a place where they can stop.</summary>
    public long? SuspendNs => DurationNs - StandstillNs;
}
