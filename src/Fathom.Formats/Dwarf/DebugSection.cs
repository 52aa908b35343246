using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using Fathom.Formats.Elf;

namespace Fathom.Formats.Dwarf;

/// <summary>Reads sections of debug information, which may be compressed.</summary>
/// <remarks>
/// <code>
/// flag 0x800        0 kind, 4 bytes: 1 = zlib, 2 = zstd    8 size of the content, 8 bytes    24 the compressed content
/// name .zdebug_*    "ZLIB"    4 size of the content, 8 bytes, highest first    12 the content, compressed with zlib
/// </code>
/// <para>Source: System V Application Binary Interface, "Section Compression"; the second form is that of GNU tools before it.</para>
/// </remarks>
internal static class DebugSection
{
    private const ulong Compressed = 0x800;
    private const uint Zlib = 1;
    private const uint Zstd = 2;

    // One bit stands for 258 bytes at most.
    private const ulong MostRatio = 1_032;

    /// <summary>Reads a section.</summary>
    /// <param name="sections">The sections of the file.</param>
    /// <param name="name">Its name behind ".debug_".</param>
    /// <param name="most">Most bytes of it.</param>
    /// <param name="reason">Why there is none, as a sentence about "it"; null where there is.</param>
    /// <returns>Null where it is not there, too large or not whole.</returns>
    public static byte[]? Read(ElfSections sections, string name, long most, out string? reason)
    {
        reason = null;
        (int? index, bool isOld) = Find(sections, name);
        if (index is not { } section)
        {
            reason = $"It has no section .debug_{name}.";
            return null;
        }

        byte[]? content = sections.Content(section, (ulong)most);
        if (content is null)
            reason = $"Its section .debug_{name} is empty, cut off, or larger than {most} bytes.";
        else if (IsPacked(sections, section, isOld))
            content = Unpack(content, isOld, name, (ulong)most, out reason);
        return content;
    }

    /// <summary>Reads parts of a section from the file. One that is compressed is read and unpacked as a whole.</summary>
    /// <returns>Null as <see cref="Read"/>.</returns>
    public static ReadAt? Open(ElfSections sections, string name, long most)
    {
        if (Find(sections, name) is not ({ } section, var isOld))
            return null;
        if (!IsPacked(sections, section, isOld))
            return (at, buffer) => sections.ReadPart(section, at, buffer);
        if (Read(sections, name, most, out _) is not { } content)
            return null;
        return (at, buffer) =>
        {
            if (at >= (ulong)content.Length)
                return 0;
            ReadOnlySpan<byte> rest = content.AsSpan((int)at);
            rest[..Math.Min(rest.Length, buffer.Length)].CopyTo(buffer);
            return Math.Min(rest.Length, buffer.Length);
        };
    }

    private static (int? Section, bool IsOld) Find(ElfSections sections, string name)
    {
        int? section = sections.Find(Encoding.ASCII.GetBytes(".debug_" + name));
        return section is not null ? (section, false) : (sections.Find(Encoding.ASCII.GetBytes(".zdebug_" + name)), true);
    }

    private static bool IsPacked(ElfSections sections, int section, bool isOld) =>
        isOld || (sections.FlagsOf(section) & Compressed) != 0;

    private static byte[]? Unpack(byte[] content, bool isOld, string name, ulong most, out string? reason)
    {
        const int oldHead = 12, head = 24;
        reason = $"Its section .debug_{name} is compressed, and damaged or larger than {most} bytes.";
        if (content.Length < (isOld ? oldHead : head))
            return null;
        uint kind = BinaryPrimitives.ReadUInt32LittleEndian(content);
        ulong size = isOld
            ? BinaryPrimitives.ReadUInt64BigEndian(content.AsSpan(4))
            : BinaryPrimitives.ReadUInt64LittleEndian(content.AsSpan(8));
        if (!isOld && kind != Zlib)
        {
            reason = kind == Zstd
                ? $"Its section .debug_{name} is compressed with zstd, which is not read; "
                    + "'objcopy --decompress-debug-sections' makes a file that is."
                : $"Its section .debug_{name} is compressed in the unknown form {kind}.";
            return null;
        }

        if ((isOld && !content.AsSpan().StartsWith("ZLIB"u8)) || size == 0 || size > most || size > (ulong)content.Length * MostRatio)
            return null;
        byte[] unpacked = GC.AllocateUninitializedArray<byte>((int)size);
        try
        {
            int begin = isOld ? oldHead : head;
            using MemoryStream packed = new(content, begin, content.Length - begin);
            using ZLibStream stream = new(packed, CompressionMode.Decompress);
            stream.ReadExactly(unpacked);
        }
        catch (Exception damage) when (damage is InvalidDataException or EndOfStreamException)
        {
            return null;
        }

        reason = null;
        return unpacked;
    }
}
