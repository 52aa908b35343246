namespace Fathom.Formats.PerfData.Records;

/// <summary>A branch that a processor took.</summary>
/// <param name="From">Address that it stands at.</param>
/// <param name="To">Address that it went to.</param>
/// <param name="Flags">Bit 0 foretold wrongly, bit 1 foretold rightly, bits 4 to 19 cycles since the branch before.</param>
public readonly record struct PerfBranch(ulong From, ulong To, ulong Flags);
