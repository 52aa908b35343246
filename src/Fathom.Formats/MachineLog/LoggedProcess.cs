namespace Fathom.Formats.MachineLog;

/// <summary>A process whose memory the log tells.</summary>
/// <param name="Number">Its number in the log.</param>
/// <param name="TsNs">When it was first seen, on the clock of the log.</param>
/// <param name="Pid">Its number at the operating system.</param>
/// <param name="Name">What it is called.</param>
/// <param name="CommandLine">Its arguments, joined by single blanks; null where they could not be read.</param>
/// <param name="StartUnixNs">When it started, nanoseconds since 1970-01-01 UTC; null where that is not known.</param>
public readonly record struct LoggedProcess(int Number, long TsNs, int Pid, string Name, string? CommandLine, long? StartUnixNs);
