using System.Buffers.Binary;
using System.Globalization;

namespace Fathom.Formats.NetTrace.Fields;

/// <summary>Addresses of the internet, as people write them.</summary>
public static class InternetAddress
{
    /// <summary>Characters of the longest one.</summary>
    public const int MostChars = 40;

    private const int Narrow = 4;
    private const int Wide = 16;

    // ::ffff:0:0/96: an address of IPv4 in the form of IPv6.
    private static ReadOnlySpan<byte> Mapped => [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF];

    /// <summary>The address without the head that makes one of IPv4 look like one of IPv6.</summary>
    /// <param name="bytes">4 or 16 bytes.</param>
    public static ReadOnlySpan<byte> Plain(ReadOnlySpan<byte> bytes) =>
        bytes.Length == Wide && bytes.StartsWith(Mapped) ? bytes[Mapped.Length..] : bytes;

    /// <summary>Writes an address: 10.0.0.1, fe80::1.</summary>
    /// <param name="bytes">4 or 16 bytes in the order of the network; nothing is written of others.</param>
    /// <param name="text">Gets it; <see cref="MostChars"/> or more.</param>
    /// <returns>Characters that were written.</returns>
    public static int Write(ReadOnlySpan<byte> bytes, Span<char> text) => bytes.Length switch
    {
        Narrow => Dotted(bytes, text),
        Wide => Groups(bytes, text),
        _ => 0,
    };

    private static int Dotted(ReadOnlySpan<byte> bytes, Span<char> text)
    {
        int length = 0;
        for (int i = 0; i < Narrow; i++)
        {
            if (i > 0)
                text[length++] = '.';
            bytes[i].TryFormat(text[length..], out int written, default, CultureInfo.InvariantCulture);
            length += written;
        }

        return length;
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
}
