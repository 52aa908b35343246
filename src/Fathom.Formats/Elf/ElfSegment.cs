namespace Fathom.Formats.Elf;

/// <summary>A range of the process's memory that a core file holds, and where it holds it.</summary>
public readonly record struct ElfSegment(ulong Address, ulong FileOffset, ulong FileSize)
{
    /// <summary>End of the range, exclusive.</summary>
    public ulong End => Address + FileSize;
}
