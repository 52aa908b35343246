namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>What became of the system calls of a profile.</summary>
/// <param name="Returned">Calls that are told with their callers, or whose thread ended in them.</param>
/// <param name="NotWritten">Those that found no room in a ring.</param>
/// <param name="NotKept">Calls that found no room until they return.</param>
/// <param name="OtherProcessor">Calls of programs of 32 bits, whose numbers mean something else.</param>
/// <param name="Pending">Calls that had not returned at the end: each has a sample.</param>
/// <param name="Plain">Calls that are told without their callers.</param>
public sealed record RecordedCallCounts(long Returned, long NotWritten, long NotKept, long OtherProcessor, int Pending, long Plain = 0);
