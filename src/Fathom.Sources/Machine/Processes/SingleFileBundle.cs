using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using Fathom.Files;
using Fathom.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// The bundle inside a single-file executable. The app host holds, in its data, the 8 bytes of the bundle header's file offset followed by a fixed
/// signature of 32 bytes. The header: major and minor version (u32), number of files (i32), bundle id (one length byte, then text); from major
/// version 2 on, offset and size (i64) of deps.json, then of runtimeconfig.json. Both files are stored as they are. Then 8 bytes of flags.
/// For each file: offset, size and compressed size (i64; 0 = stored as it is; from version 6 on), type (one byte; 1 = assembly), path
/// (length in groups of 7 bits, then text).
/// </summary>
internal static class SingleFileBundle
{
    // The app host and the runtime in it are below 20 MB; application code follows behind.
    private const int MaxSearchBytes = 64 * 1024 * 1024;
    private const int BlockBytes = 256 * 1024;
    private const int MaxHeaderBytes = 12 + 1 + 127 + 40;
    private const int MaxJsonBytes = 4 * 1024 * 1024;
    private const int MaxManifestBytes = 4 * 1024 * 1024;
    private const int MaxFiles = 10_000;
    private const int FixedBytes = 13;
    private const uint CompressedVersion = 6;
    private const byte Assembly = 1;

    // SHA-256 of ".net core bundle" and a line feed.
    private static ReadOnlySpan<byte> Signature =>
    [
        0x8b, 0x12, 0x02, 0xb9, 0x6a, 0x61, 0x20, 0x38, 0x72, 0x7b, 0x93, 0x02, 0x14, 0xd7, 0xa0, 0x32,
        0x13, 0xf5, 0xb9, 0xe6, 0xef, 0xae, 0x33, 0x18, 0xee, 0x3b, 0x2d, 0xce, 0x24, 0xb3, 0x6a, 0xae,
    ];

    /// <summary>The runtime version that the bundle names, or null where the file has no bundle or cannot be read.</summary>
    public static string? RuntimeVersion(string executable) =>
        ReadJson(executable, isDependencies: false) is { } config ? RuntimeVersionFinder.FromConfig(config) : null;

    /// <summary>The deps.json of the bundle, or null where the file has no bundle or cannot be read.</summary>
    public static byte[]? Dependencies(string executable) => ReadJson(executable, isDependencies: true);

    /// <summary>Places of the assemblies that a bundle stores as they are; empty if the file has no bundle, or an unknown one.</summary>
    /// <inheritdoc cref="Files"/>
    public static List<(long Offset, long Size)> Assemblies(SafeFileHandle file, long length) =>
        [.. Files(file, length).Where(static each => each is { IsAssembly: true, PackedBytes: 0 }).Select(static each => (each.Offset, each.SizeBytes))];

    /// <summary>The files that a bundle holds; empty if the file has no bundle, or an unknown one.</summary>
    /// <param name="file">The open file.</param>
    /// <param name="length">Its length.</param>
    /// <exception cref="IOException">The device failed.</exception>
    public static List<Entry> Files(SafeFileHandle file, long length)
    {
        if (FindHeader(file, length) is not { } header)
            return [];
        byte[] manifest = new byte[Math.Min(MaxManifestBytes, length - header)];
        ReadOnlySpan<byte> bytes = manifest.AsSpan(0, FileProbe.Read(file, header, manifest));
        if (bytes.Length < FixedBytes || BinaryPrimitives.ReadUInt32LittleEndian(bytes) < CompressedVersion)
            return [];
        int count = BinaryPrimitives.ReadInt32LittleEndian(bytes[8..]), at = FixedBytes + bytes[FixedBytes - 1] + (5 * sizeof(long));
        List<Entry> files = [];
        for (int i = 0; i < Math.Min(count, MaxFiles); i++)
        {
            const int fieldBytes = (3 * sizeof(long)) + 1;
            if (at > bytes.Length - fieldBytes)
                break;
            ReadOnlySpan<byte> fields = bytes.Slice(at, fieldBytes);
            long offset = BinaryPrimitives.ReadInt64LittleEndian(fields);
            long size = BinaryPrimitives.ReadInt64LittleEndian(fields[sizeof(long)..]);
            long packed = BinaryPrimitives.ReadInt64LittleEndian(fields[(2 * sizeof(long))..]);
            at += fieldBytes;
            int nameLength = 0;
            for (int shift = 0; shift < 28 && at < bytes.Length; shift += 7)
            {
                nameLength |= (bytes[at] & 0x7f) << shift;
                if ((bytes[at++] & 0x80) == 0)
                    break;
            }

            if (nameLength > bytes.Length - at)
                break;
            if (offset > 0 && size > 0 && packed >= 0 && offset <= length - (packed > 0 ? packed : size))
                files.Add(new Entry(Encoding.UTF8.GetString(bytes.Slice(at, nameLength)), offset, size, packed, fields[^1] == Assembly));
            at += nameLength;
        }

        return files;
    }

    private static long? FindHeader(SafeFileHandle file, long fileLength)
    {
        byte[] block = ArrayPool<byte>.Shared.Rent(BlockBytes);
        try
        {
            // Blocks overlap, so that offset and signature always lie in one whole.
            int overlap = sizeof(long) + Signature.Length - 1;
            for (long at = 0; at < Math.Min(fileLength, MaxSearchBytes); at += BlockBytes - overlap)
            {
                int length = FileProbe.Read(file, at, block.AsSpan(0, BlockBytes));
                int found = block.AsSpan(0, length).IndexOf(Signature);
                if (found < sizeof(long))
                    continue;
                long header = BinaryPrimitives.ReadInt64LittleEndian(block.AsSpan(found - sizeof(long)));
                return header > 0 && header < fileLength ? header : null;
            }

            return null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(block);
        }
    }

    private static byte[]? ReadJson(string executable, bool isDependencies)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(executable, out long length);
            return file is not null && FindHeader(file, length) is { } header ? ReadJson(file, length, header, isDependencies) : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static byte[]? ReadJson(SafeFileHandle file, long fileLength, long header, bool isDependencies)
    {
        Span<byte> bytes = stackalloc byte[MaxHeaderBytes];
        bytes = bytes[..FileProbe.Read(file, header, bytes)];
        if (bytes.Length < FixedBytes || BinaryPrimitives.ReadUInt32LittleEndian(bytes) < 2)
            return null;

        // Behind the id: deps.json offset and size, runtimeconfig.json offset and size.
        int idLength = bytes[FixedBytes - 1];
        int config = FixedBytes + idLength + (isDependencies ? 0 : 2 * sizeof(long));
        if (idLength > sbyte.MaxValue || config + (2 * sizeof(long)) > bytes.Length)
            return null;
        long offset = BinaryPrimitives.ReadInt64LittleEndian(bytes[config..]);
        long size = BinaryPrimitives.ReadInt64LittleEndian(bytes[(config + sizeof(long))..]);
        if (offset <= 0 || size is <= 0 or > MaxJsonBytes || offset > fileLength - size)
            return null;
        byte[] content = new byte[size];
        return FileProbe.Read(file, offset, content) == content.Length ? content : null;
    }

    /// <summary>A file in a single-file program.</summary>
    /// <param name="Name">Its path below the program's folder, as the build has it; nobody checked it.</param>
    /// <param name="Offset">Where its bytes begin in the program.</param>
    /// <param name="SizeBytes">Its size, unpacked; above 0.</param>
    /// <param name="PackedBytes">The bytes that it takes, packed by Deflate; 0 where it is stored as it is.</param>
    /// <param name="IsAssembly">Whether it is an assembly.</param>
    internal readonly record struct Entry(string Name, long Offset, long SizeBytes, long PackedBytes, bool IsAssembly);
}
