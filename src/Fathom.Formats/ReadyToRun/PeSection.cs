namespace Fathom.Formats.ReadyToRun;

/// <summary>A section of a PE file.</summary>
/// <param name="Rva">Where it begins in memory, from the image base.</param>
/// <param name="SizeInMemory">Its bytes in memory.</param>
/// <param name="FileOffset">Where it begins in the file.</param>
/// <param name="SizeInFile">Its bytes in the file.</param>
internal readonly record struct PeSection(uint Rva, uint SizeInMemory, uint FileOffset, uint SizeInFile)
{
    // Bytes behind the size in memory only fill the file up to its alignment.
    private uint Size => SizeInMemory == 0 ? SizeInFile : Math.Min(SizeInMemory, SizeInFile);

    /// <summary>Bytes of the file from a place of memory to the end of the section; 0 where the place is not in the section.</summary>
    public uint BytesFrom(uint rva) => rva >= Rva && rva - Rva < Size ? Size - (rva - Rva) : 0;

    /// <summary>Whether a place of the file is in the section.</summary>
    public bool HasFileOffset(ulong offset) => offset >= FileOffset && offset - FileOffset < Size;
}
