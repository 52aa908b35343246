namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>A file that a process has open.</summary>
/// <param name="ProcessId">Number of the process (pid).</param>
/// <param name="Number">Its descriptor.</param>
internal readonly record struct OpenFile(int ProcessId, int Number);
