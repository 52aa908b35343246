namespace Fathom.Formats.PerfData.Records;

/// <summary>Bits of a record's head. Bits 13 to 15 mean something else for each kind of record.</summary>
internal static class PerfMisc
{
    public const int ModeMask = 7;
    public const int Bit13 = 1 << 13;
    public const int Bit14 = 1 << 14;
    public const int Bit15 = 1 << 15;
}
