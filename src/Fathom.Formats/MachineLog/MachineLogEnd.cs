namespace Fathom.Formats.MachineLog;

/// <summary>How the reading of a log ended.</summary>
/// <param name="HasEnd">Whether it has its last line: who wrote it ended as it should.</param>
/// <param name="LastTsNs">The last time in it; null where there is none.</param>
/// <param name="BadLines">Lines that are none of the format.</param>
/// <param name="CutBytes">Bytes of a last line that was not written to its end.</param>
public readonly record struct MachineLogEnd(bool HasEnd, long? LastTsNs, long BadLines, long CutBytes);
