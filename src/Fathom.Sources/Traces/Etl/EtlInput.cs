using System.IO.Compression;
using Fathom.Files;
using Fathom.Formats;
using Fathom.Model;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Etl;

/// <summary>A Windows trace as bytes that are read anywhere: a file, or one in a zip, which is held in memory.</summary>
internal sealed class EtlInput : IDisposable
{
    /// <summary>The traces in a zip are unpacked up to this size.</summary>
    public const long MostPackedBytes = 512L << 20;

    private readonly SafeFileHandle? _file;
    private readonly byte[]? _bytes;

    private EtlInput(string path, SafeFileHandle file, long length) => (Name, _file, Length) = (Path.GetFileName(path), file, length);

    private EtlInput(string zip, string name, byte[] bytes) => (Zip, Name, _bytes, Length) = (zip, name, bytes, bytes.Length);

    /// <summary>The zip that it lies in; null for a file.</summary>
    public string? Zip { get; }

    /// <summary>Name of the trace.</summary>
    public string Name { get; }

    /// <summary>Its size.</summary>
    public long Length { get; }

    /// <summary>Opens a file, or the traces in a zip: one, or those of one session.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="FathomException">It cannot be read, or has no trace, or those of several sessions.</exception>
    public static IReadOnlyList<EtlInput> Open(string path)
    {
        SafeFileHandle file = RegularFile.OpenHandle(path);
        try
        {
            long length = RandomAccess.GetLength(file);
            Span<byte> head = stackalloc byte[4];
            bool isZip = FileProbe.Read(file, 0, head) == head.Length && head.SequenceEqual("PK\u0003\u0004"u8);
            if (!isZip)
                return [new EtlInput(path, file, length)];
        }
        catch
        {
            file.Dispose();
            throw;
        }

        file.Dispose();
        return Unpack(path);
    }

    /// <summary>Reads bytes at a place.</summary>
    public int Read(ulong offset, Span<byte> buffer)
    {
        if (offset > (ulong)Length)
            return 0;
        if (_file is not null)
            return FileProbe.Read(_file, (long)offset, buffer);
        int count = (int)Math.Min(buffer.Length, Length - (long)offset);
        _bytes.AsSpan((int)offset, count).CopyTo(buffer);
        return count;
    }

    /// <inheritdoc/>
    public void Dispose() => _file?.Dispose();

    private static EtlInput[] Unpack(string path)
    {
        try
        {
            using ZipArchive zip = new(RegularFile.OpenRead(path), ZipArchiveMode.Read);
            IReadOnlyList<ZipArchiveEntry> entries = PackedEtl.EntriesOf(zip);
            if (entries.Count == 0)
                throw FathomException.Target($"'{path}' is a zip file that holds no Windows trace.", "give a .etl file, or a zip with one");
            if (entries.Count > 1 && !PackedEtl.IsOneSession(zip, entries))
                throw Several(path, entries);
            if (entries.Sum(static entry => entry.Length) > MostPackedBytes)
                throw TooLarge(path);
            return [.. entries.Select(entry => Unpack(path, entry))];
        }
        catch (Exception e) when (e is InvalidDataException or NotSupportedException or ArgumentException)
        {
            throw FathomException.Target($"'{path}' is a damaged zip file.", "copy or pack it again");
        }
    }

    private static EtlInput Unpack(string zip, ZipArchiveEntry entry)
    {
        using Stream content = entry.Open();
        byte[] bytes = new byte[entry.Length];
        int count = content.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        return new EtlInput(zip, entry.Name, count == bytes.Length ? bytes : bytes[..count]);
    }

    private static FathomException Several(string path, IReadOnlyList<ZipArchiveEntry> entries)
    {
        const int most = 5;
        string names = string.Join(", ", entries.Take(most).Select(static entry => entry.FullName)) + (entries.Count > most ? ", …" : "");
        return FathomException.Target($"'{path}' holds {entries.Count} Windows traces, which may be of several sessions: {names}",
            $"unpack it and give one, or the files of one session: fathom extract A.etl B.etl --save NAME.fathom");
    }

    private static FathomException TooLarge(string path) =>
        FathomException.Target($"'{path}' holds a trace of more than {MostPackedBytes >> 20} MB, which must be unpacked to be read.",
            $"unpack it first: unzip '{path}'");
}
