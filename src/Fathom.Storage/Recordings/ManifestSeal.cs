using System.Buffers;
using System.Text;

namespace Fathom.Storage.Recordings;

/// <summary>
/// The last field of a manifest: <c>"checksum": "…"</c>, the CRC-32C of every byte in front of its digits. White space behind the file is let pass; the
/// rest is as it was written, to the byte.
/// </summary>
internal static class ManifestSeal
{
    private static ReadOnlySpan<byte> Field => ",\n  \"checksum\": \""u8;

    private static ReadOnlySpan<byte> End => "\"\n}"u8;

    private static ReadOnlySpan<byte> PlainEnd => "\n}"u8;

    /// <summary>Adds the checksum to a manifest.</summary>
    /// <param name="manifest">An indented JSON object.</param>
    public static void Add(PooledBytes manifest)
    {
        manifest.TakeBack(PlainEnd.Length);
        manifest.Write(Field);
        Encoding.ASCII.GetBytes(Crc32c.Of(manifest.Written), manifest);
        manifest.Write(End);
    }

    /// <summary>Whether a file carries a checksum, and whether it fits.</summary>
    /// <param name="file">The bytes of the file.</param>
    /// <param name="plain">The JSON object without the checksum.</param>
    public static SealState Check(ReadOnlySpan<byte> file, out byte[] plain)
    {
        ReadOnlySpan<byte> text = file.TrimEnd(" \r\n\t"u8);
        int head = text.Length - End.Length - Crc32c.Digits;
        if (head < Field.Length || !text[..head].EndsWith(Field) || !text.EndsWith(End))
        {
            plain = text.ToArray();
            return SealState.Absent;
        }

        plain = [.. text[..(head - Field.Length)], .. PlainEnd];
        return Encoding.ASCII.GetString(text.Slice(head, Crc32c.Digits)) == Crc32c.Of(text[..head]) ? SealState.Fits : SealState.Broken;
    }
}
