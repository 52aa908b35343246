namespace Fathom.Tests.Formats.Etl;

/// <summary>What an event of a Windows trace is told by.</summary>
/// <param name="Name">Provider and name.</param>
/// <param name="Micro">Microseconds since the begin of the trace.</param>
/// <param name="Processor">The processor that wrote it.</param>
/// <param name="PayloadBytes">Bytes of its fields.</param>
/// <param name="Pid">Its process; -1 where it tells none.</param>
/// <param name="Tid">Its thread; 0 where it tells none.</param>
internal readonly record struct SeenKernelEvent(string Name, long Micro, int Processor, int PayloadBytes, int Pid, int Tid);
