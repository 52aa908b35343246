namespace Fathom.Formats.PerfData.Records;

/// <summary>A namespace, as device and inode of its file in <c>/proc/PID/ns</c>.</summary>
/// <param name="Device">Device.</param>
/// <param name="Inode">Inode.</param>
public readonly record struct PerfNamespace(ulong Device, ulong Inode);
