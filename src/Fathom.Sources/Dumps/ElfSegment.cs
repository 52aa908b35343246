namespace Fathom.Sources.Dumps;

/// <summary>A range of the process's memory that a core file holds, and where it holds it.</summary>
internal readonly record struct ElfSegment(ulong Address, ulong FileOffset, ulong FileSize)
{
    public ulong End => Address + FileSize;
}
