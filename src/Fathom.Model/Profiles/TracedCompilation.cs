namespace Fathom.Model.Profiles;

/// <summary>A method was compiled.</summary>
/// <param name="ThreadId">The thread that did it.</param>
/// <param name="Time">From the wish to compile it until its code was there.</param>
public readonly record struct TracedCompilation(long ThreadId, TimeSlice Time);
