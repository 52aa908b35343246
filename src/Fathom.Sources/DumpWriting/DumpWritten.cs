namespace Fathom.Sources.DumpWriting;

/// <summary>What was seen from outside while a dump was written.</summary>
/// <param name="StopTimestamp">When the process was first seen to stand still, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp; 0 when it never was.</param>
/// <param name="Pause">How long it stood still.</param>
public readonly record struct DumpWritten(long StopTimestamp, TimeSpan Pause);
