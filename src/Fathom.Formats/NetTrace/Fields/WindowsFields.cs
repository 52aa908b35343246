using System.Buffers.Binary;
using System.Globalization;
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
        const int most = 40;
        Span<char> text = stackalloc char[most];
        int length = 0;
        if (bytes.Length == 4)
        {
            for (int i = 0; i < 4; i++)
            {
                if (i > 0)
                    text[length++] = '.';
                bytes[i].TryFormat(text[length..], out int written, default, CultureInfo.InvariantCulture);
                length += written;
            }
        }
        else if (bytes.Length == 16)
        {
            length = Groups(bytes, text);
        }

        json.String(text[..length]);
    }

    // Eight groups; the longest run of two zeros or more, and the first of equal ones, is "::" (RFC 5952).
    private static int Groups(ReadOnlySpan<byte> bytes, Span<char> text)
    {
        const int count = 8;
        int zeros = 0, zerosAt = -1, length = 0;
        for (int i = 0; i < count; i++)
        {
            int run = 0;
            while (i + run < count && Group(bytes, i + run) == 0)
                run++;
            if (run > 1 && run > zeros)
                (zeros, zerosAt) = (run, i);
        }

        for (int i = 0; i < count; i++)
        {
            if (i == zerosAt)
            {
                text[length++] = ':';
                i += zeros - 1;
                if (i == count - 1)
                    text[length++] = ':';
                continue;
            }

            if (i > 0)
                text[length++] = ':';
            Group(bytes, i).TryFormat(text[length..], out int written, "x", CultureInfo.InvariantCulture);
            length += written;
        }

        return length;
    }

    private static ushort Group(ReadOnlySpan<byte> bytes, int number) => BinaryPrimitives.ReadUInt16BigEndian(bytes[(2 * number)..]);

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
