namespace Fathom.Formats.PerfMap;

/// <summary>A function that was compiled while a process ran.</summary>
/// <param name="Start">Its first address.</param>
/// <param name="SizeBytes">Bytes of its code.</param>
/// <param name="Name">Its name as the runtime wrote it.</param>
public readonly record struct PerfMapSymbol(ulong Start, ulong SizeBytes, string Name);
