using System.Buffers.Binary;
using System.Text;

namespace Fathom.Tests.Formats.Dwarf;

/// <summary>Writes an ELF file that has sections only.</summary>
internal static class ElfWriter
{
    private const int HeaderSize = 64;

    /// <summary>Writes a file.</summary>
    /// <param name="sections">Name, flags and content of each section.</param>
    public static byte[] Write(params (string Name, ulong Flags, byte[] Content)[] sections)
    {
        List<byte> content = [.. new byte[HeaderSize]], names = [0];
        List<byte[]> headers = [new byte[HeaderSize]];
        foreach ((string name, ulong flags, byte[] bytes) in sections)
        {
            headers.Add(Header(names.Count, 1, flags, content.Count, bytes.Length));
            names.AddRange(Encoding.ASCII.GetBytes(name + "\0"));
            content.AddRange(bytes);
        }

        headers.Add(Header(0, 3, 0, content.Count, names.Count));
        content.AddRange(names);
        int table = content.Count;
        content.AddRange(headers.SelectMany(static header => header));
        byte[] file = [.. content];
        "\u007fELF\u0002\u0001\u0001"u8.CopyTo(file);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(16), 3);
        BinaryPrimitives.WriteUInt64LittleEndian(file.AsSpan(40), (ulong)table);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(58), HeaderSize);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(60), (ushort)headers.Count);
        BinaryPrimitives.WriteUInt16LittleEndian(file.AsSpan(62), (ushort)(headers.Count - 1));
        return file;
    }

    private static byte[] Header(int name, uint type, ulong flags, int offset, int size)
    {
        byte[] header = new byte[HeaderSize];
        BinaryPrimitives.WriteUInt32LittleEndian(header, (uint)name);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(4), type);
        BinaryPrimitives.WriteUInt64LittleEndian(header.AsSpan(8), flags);
        BinaryPrimitives.WriteUInt64LittleEndian(header.AsSpan(24), (ulong)offset);
        BinaryPrimitives.WriteUInt64LittleEndian(header.AsSpan(32), (ulong)size);
        return header;
    }
}
