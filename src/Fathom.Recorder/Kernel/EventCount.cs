namespace Fathom.Recorder.Kernel;

/// <summary>What became of an event's occurrences.</summary>
/// <param name="Event">Name of the event.</param>
/// <param name="Counted">How often it happened, as the kernel's own counter has it; null where that counts time and not occurrences.</param>
/// <param name="Kept">Samples in the file.</param>
/// <param name="Own">Samples of the recorder itself, which are left out.</param>
/// <param name="Lost">Those that found no room.</param>
public sealed record EventCount(string Event, long? Counted, long Kept, long Own, long Lost);
