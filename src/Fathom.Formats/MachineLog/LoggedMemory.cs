namespace Fathom.Formats.MachineLog;

/// <summary>What it costs more to know of the memory of a process, so it is asked at the begin and at the end only.</summary>
/// <param name="Process">Its number in the log.</param>
/// <param name="TsNs">When, on the clock of the log.</param>
/// <param name="PssBytes">Resident bytes, shared pages divided by their users; null where they were not told, as the other one.</param>
/// <param name="SwapBytes">Bytes in swap.</param>
public readonly record struct LoggedMemory(int Process, long TsNs, long? PssBytes, long? SwapBytes);
