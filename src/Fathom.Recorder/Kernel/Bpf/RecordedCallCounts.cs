namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>What became of the system calls of a profile.</summary>
/// <param name="Returned">Calls that returned while they were recorded.</param>
/// <param name="NotWritten">Those of them that found no room in a ring.</param>
/// <param name="NotKept">Calls that found no room until they return.</param>
/// <param name="OtherProcessor">Calls of programs of 32 bits, whose numbers mean something else.</param>
/// <param name="Pending">Calls that had not returned at the end.</param>
public sealed record RecordedCallCounts(long Returned, long NotWritten, long NotKept, long OtherProcessor, int Pending);
