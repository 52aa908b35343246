namespace Fathom.Model.Profiles;

/// <summary>A time that all managed threads stood still.</summary>
/// <param name="Time">From the request to stop them until they may run again.</param>
/// <param name="IsCollection">Whether it was for a garbage collection; otherwise for a sample of the stacks, or another service of the runtime.</param>
/// <param name="StoppedNs">When all stood still; until then they were on the way to a place where they can. Null where the events do not say it.</param>
public readonly record struct TracedSuspension(TimeSlice Time, bool IsCollection, long? StoppedNs);
