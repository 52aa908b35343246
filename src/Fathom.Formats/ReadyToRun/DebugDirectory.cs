using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>Finds the number by which a symbol file and its image know each other.</summary>
/// <remarks>
/// <code>
/// debug directory   12 kind: 2 = symbol file    16 size    20 place in memory;    28 bytes each
/// symbol file        0 "RSDS"    4 number, 16 bytes    20 age    24 path
/// </code>
/// <para>Source: "PE-COFF Specification for .NET" (dotnet/runtime, docs/design/specs/PE-COFF.md).</para>
/// </remarks>
internal static class DebugDirectory
{
    private const int EntrySize = 28;
    private const int MaxEntries = 100;
    private const uint SymbolFile = 2;

    /// <summary>The number of the first symbol file, or null.</summary>
    public static Guid? SymbolId(ImageBytes image, PeDirectory directory)
    {
        if (directory.Size > MaxEntries * EntrySize || image.Read(directory) is not { } entries)
            return null;
        for (int at = 0; at + EntrySize <= entries.Length; at += EntrySize)
        {
            ReadOnlySpan<byte> entry = entries.AsSpan(at, EntrySize);
            if (BinaryPrimitives.ReadUInt32LittleEndian(entry[12..]) == SymbolFile
                && image.Read(new PeDirectory(BinaryPrimitives.ReadUInt32LittleEndian(entry[20..]), 24)) is { } file && file.AsSpan().StartsWith("RSDS"u8))
            {
                return new Guid(file.AsSpan(4, 16));
            }
        }

        return null;
    }
}
