using System.Buffers.Binary;
using System.Reflection.PortableExecutable;

namespace Fathom.Formats.PortablePdb;

/// <summary>What the debug directory of an assembly says of its PDB: its id, and the PDB itself where it lies in the assembly.</summary>
/// <param name="Id">The id of the build.</param>
/// <param name="Stamp">The stamp of the build, which belongs to its id.</param>
/// <param name="Path">Where the PDB was when it was built.</param>
/// <param name="Embedded">The content of the PDB that lies in the assembly; null for none.</param>
public sealed record AssemblyDebug(Guid Id, uint Stamp, string Path, byte[]? Embedded)
{
    // "MPDB", and the size that it has when it is unpacked.
    private const int EmbeddedHead = 8;
    private const uint EmbeddedMark = 0x4244_504D;

    /// <summary>Reads it.</summary>
    /// <param name="assembly">The assembly; it can be sought in, and is not closed.</param>
    /// <param name="mostBytes">Bytes that a PDB in it may have.</param>
    /// <returns>Null where it is no such file, damaged, or has no portable PDB.</returns>
    public static AssemblyDebug? TryRead(Stream assembly, int mostBytes)
    {
        try
        {
            assembly.Position = 0;
            using PEReader image = new(assembly, PEStreamOptions.LeaveOpen);
            // An object file has no such header, and no directory.
            if (image.PEHeaders.PEHeader is null)
                return null;
            (CodeViewDebugDirectoryData Data, uint Stamp)? id = null;
            byte[]? embedded = null;
            foreach (DebugDirectoryEntry entry in image.ReadDebugDirectory())
            {
                if (entry.Type == DebugDirectoryEntryType.CodeView && entry.IsPortableCodeView)
                    id ??= (image.ReadCodeViewDebugDirectoryData(entry), entry.Stamp);
                else if (entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb)
                    embedded ??= Unpack(image, entry, mostBytes);
            }

            return id is { } known ? new AssemblyDebug(known.Data.Guid, known.Stamp, known.Data.Path, embedded) : null;
        }
        catch (Exception e) when (e is BadImageFormatException or IOException or ArgumentException or InvalidOperationException or OverflowException or InvalidDataException)
        {
            return null;
        }
    }

    // The size is looked at before anything is unpacked: few bytes may become very many.
    private static byte[]? Unpack(PEReader image, DebugDirectoryEntry entry, int mostBytes)
    {
        PEMemoryBlock block = image.GetSectionData(entry.DataRelativeVirtualAddress);
        if (block.Length < entry.DataSize || entry.DataSize < EmbeddedHead)
            return null;
        ReadOnlySpan<byte> data = block.GetContent(0, EmbeddedHead).AsSpan();
        if (BinaryPrimitives.ReadUInt32LittleEndian(data) != EmbeddedMark || BinaryPrimitives.ReadUInt32LittleEndian(data[4..]) is var size && size > (uint)mostBytes)
            return null;
        byte[] unpacked = new byte[size];
        using MemoryStream packed = new([.. block.GetContent(EmbeddedHead, entry.DataSize - EmbeddedHead)]);
        using System.IO.Compression.DeflateStream inflate = new(packed, System.IO.Compression.CompressionMode.Decompress);
        inflate.ReadExactly(unpacked);
        return unpacked;
    }
}
