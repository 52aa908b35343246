namespace Fathom.Recorder.Kernel;

/// <summary>Events that found no room in the ring of a processor.</summary>
/// <param name="Event">Name of the event.</param>
/// <param name="Cpu">The processor.</param>
/// <param name="FromNs">Start of the second or so in which they were lost, on CLOCK_MONOTONIC.</param>
/// <param name="ToNs">Its end.</param>
/// <param name="Count">How many.</param>
public sealed record LostEvents(string Event, int Cpu, long FromNs, long ToNs, long Count);
