using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Formats.NetTrace.Fields;

/// <summary>Fields that only events of Windows have, as JSON.</summary>
internal static class WindowsFields
{
    private const int SidHead = 8;

    /// <summary>Whether the payload has all of a field.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="reader">A reader at its place.</param>
    public static bool IsWhole(EventFieldType type, PayloadReader reader)
    {
        if (type == EventFieldType.CountedText)
        {
            reader.Skip(reader.UInt16());
        }
        else
        {
            reader.Byte();
            int count = reader.Byte();
            reader.Skip(SidHead - 2 + (4 * count));
        }

        return !reader.IsShort;
    }

    /// <summary>Reads a field and writes it.</summary>
    public static void Write(JsonText json, EventFieldType type, ref PayloadReader reader)
    {
        if (type == EventFieldType.CountedText)
            json.String(MemoryMarshal.Cast<byte, char>(reader.Bytes(reader.UInt16())));
        else
            json.String(SidText(ref reader));
    }

    /// <summary>Writes an address of the internet as people do: 10.0.0.1, fe80::1.</summary>
    public static void WriteAddress(JsonText json, ReadOnlySpan<byte> bytes)
    {
        Span<char> text = stackalloc char[InternetAddress.MostChars];
        int length = InternetAddress.Write(bytes, text);
        json.String(text[..length]);
    }

    /// <summary>A number of a user as Windows writes it: S-1-5-18.</summary>
    public static string SidText(ref PayloadReader reader)
    {
        ReadOnlySpan<byte> head = reader.Bytes(SidHead);
        if (head.IsEmpty)
            return "";
        long authority = ((long)BinaryPrimitives.ReadUInt16BigEndian(head[2..]) << 32) | BinaryPrimitives.ReadUInt32BigEndian(head[4..]);
        StringBuilder text = new($"S-{head[0]}-{authority}");
        for (int i = 0; i < head[1]; i++)
            text.Append('-').Append(reader.UInt32());
        return text.ToString();
    }
}
