namespace Fathom.Formats.NetTrace;

/// <summary>A thread, as a stream of version 6 describes it.</summary>
/// <param name="Name">Its name; empty where the stream does not tell.</param>
/// <param name="ProcessId">Its process; 0 where the stream does not tell.</param>
/// <param name="ThreadId">Its number with the system; 0 where the stream does not tell.</param>
/// <param name="Values">Whatever else the writer said of it.</param>
public sealed record NetTraceThread(string Name, ulong ProcessId, ulong ThreadId, IReadOnlyDictionary<string, string> Values);
