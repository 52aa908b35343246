namespace Fathom.Recorder.Kernel;

/// <summary>A time in which an event was off at a processor: the processor was off, or somebody switched the event off.</summary>
/// <param name="Event">Name of the event.</param>
/// <param name="Cpu">The processor.</param>
/// <param name="FromNs">When it was last seen to be on, on CLOCK_MONOTONIC.</param>
/// <param name="ToNs">When it was seen to be on again, or the end of the recording.</param>
public sealed record SilentEvent(string Event, int Cpu, long FromNs, long ToNs);
