using System.Globalization;
using System.Text;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>Bytes as a reader can look at them.</summary>
internal static class OutputText
{
    private const int BytesPerLine = 16;

    private static readonly UTF8Encoding s_strict = new(false, throwOnInvalidBytes: true);

    /// <summary>The bytes as text; null when they are none.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="isWhole">Whether nothing was cut off; otherwise the last character may be a part of one, which is left out.</param>
    public static string? TryRead(ReadOnlySpan<byte> bytes, bool isWhole)
    {
        if (!isWhole)
            bytes = WithoutBrokenEnd(bytes);
        string text;
        try
        {
            text = s_strict.GetString(bytes);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }

        foreach (char c in text)
        {
            if (char.IsControl(c) && c is not ('\t' or '\n' or '\r'))
                return null;
        }

        return text;
    }

    /// <summary>Sixteen bytes a line: offset, hexadecimal digits, and the characters that are ASCII.</summary>
    public static string Hex(ReadOnlySpan<byte> bytes)
    {
        StringBuilder text = new();
        for (int start = 0; start < bytes.Length; start += BytesPerLine)
        {
            ReadOnlySpan<byte> line = bytes.Slice(start, Math.Min(BytesPerLine, bytes.Length - start));
            text.Append(start.ToString("x8", CultureInfo.InvariantCulture)).Append(' ');
            for (int i = 0; i < BytesPerLine; i++)
                text.Append(' ').Append(i < line.Length ? line[i].ToString("x2", CultureInfo.InvariantCulture) : "  ");
            text.Append("  ");
            foreach (byte one in line)
                text.Append(one is >= 0x20 and < 0x7f ? (char)one : '.');
            text.Append('\n');
        }

        return text.ToString();
    }

    // At most three bytes of a character that has four.
    private static ReadOnlySpan<byte> WithoutBrokenEnd(ReadOnlySpan<byte> bytes)
    {
        for (int back = 1; back <= Math.Min(4, bytes.Length); back++)
        {
            byte one = bytes[^back];
            if ((one & 0xC0) == 0x80)
                continue;
            int length = one < 0x80 ? 1 : one >= 0xF0 ? 4 : one >= 0xE0 ? 3 : 2;
            return length > back ? bytes[..^back] : bytes;
        }

        return bytes;
    }
}
