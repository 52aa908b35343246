using System.IO.Compression;

namespace Fathom.Sources.Subjects;

/// <summary>Packed files, by their first bytes. A zip is opened to see whether it is a recording.</summary>
internal static class ArchiveHead
{
    /// <summary>The detail of a zip that cannot be opened.</summary>
    public const string Damaged = "damaged";

    private const int MaxNamedEntries = 3;

    private static ReadOnlySpan<byte> Gzip => [0x1F, 0x8B];

    private static ReadOnlySpan<byte> Zstandard => [0x28, 0xB5, 0x2F, 0xFD];

    private static ReadOnlySpan<byte> Lz4 => [0x04, 0x22, 0x4D, 0x18];

    private static ReadOnlySpan<byte> Xz => [0xFD, (byte)'7', (byte)'z', (byte)'X', (byte)'Z', 0];

    public static FileDescription? Recognize(FileDescription file, ReadOnlySpan<byte> head)
    {
        if (head.StartsWith("PK\u0003\u0004"u8) || head.StartsWith("PK\u0005\u0006"u8))
            return Zip(file);
        if (head.StartsWith(Gzip))
            return file with { Kind = FileKind.Gzip };
        if (head.StartsWith(Zstandard))
            return file with { Kind = FileKind.Zstandard };
        if (head.StartsWith(Lz4))
            return file with { Kind = FileKind.Lz4 };
        return head.StartsWith(Xz) ? file with { Kind = FileKind.Xz } : null;
    }

    private static FileDescription Zip(FileDescription file)
    {
        try
        {
            using ZipArchive zip = ZipFile.OpenRead(file.Path);
            if (RecordingSigns.IsPacked(zip))
                return file with { Kind = FileKind.PackedRecording };
            string names = string.Join(", ", zip.Entries.Take(MaxNamedEntries).Select(e => e.FullName));
            return file with { Kind = FileKind.Zip, Detail = zip.Entries.Count > MaxNamedEntries ? names + ", …" : names };
        }
        catch (Exception e) when (e is InvalidDataException or IOException or NotSupportedException or ArgumentException)
        {
            return file with { Kind = FileKind.Zip, Detail = Damaged };
        }
    }
}
