using System.IO.Compression;
using System.Text.Json;
using Fathom.Files;
using Fathom.Formats;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Subjects;

/// <summary>
/// What a recording looks like from outside: a folder with <c>manifest.json</c>, or a zip of one with the manifest as its first entry. Other programs have
/// files of that name too, so its first member must be the schema version, unless the folder's name says what it is. Whether the recording is whole
/// is for its reader to say.
/// </summary>
internal static class RecordingSigns
{
    private const string Manifest = "manifest.json";
    private const string FirstMember = "schema";
    private const string Suffix = ".fathom";
    private const string PartialSuffix = ".partial";
    private const int HeadBytes = 256;

    /// <summary>A recording, one under its temporary name, or just a folder.</summary>
    public static FileFormat FormatOfFolder(string path)
    {
        string folder = Path.TrimEndingDirectorySeparator(path);
        if (folder.EndsWith(PartialSuffix, StringComparison.Ordinal))
            return FileFormats.PartialRecording;
        string manifest = Path.Combine(folder, Manifest);
        bool isRecording = folder.EndsWith(Suffix, StringComparison.Ordinal) ? File.Exists(manifest) : IsManifest(manifest);
        return isRecording ? FileFormats.Recording : FileFormats.Folder;
    }

    /// <summary>Whether a zip holds a recording.</summary>
    public static bool IsPacked(ZipArchive zip)
    {
        if (zip.Entries is not [{ FullName: Manifest } manifest, ..])
            return zip.Entries.Any(static entry => IsPart(entry.FullName));
        using Stream stream = manifest.Open();
        byte[] head = new byte[HeadBytes];
        return IsManifest(head.AsSpan(0, stream.ReadAtLeast(head, head.Length, throwOnEndOfStream: false)));
    }

    // A recording whose manifest was lost is a damaged one and no foreign zip.
    private static bool IsPart(string entry) =>
        entry.Split('/') is [{ Length: > 0 }, { } file] && file.StartsWith("part-", StringComparison.Ordinal) && file.EndsWith(".parquet", StringComparison.Ordinal);

    private static bool IsManifest(string path)
    {
        using SafeFileHandle? file = RegularFile.TryOpen(path, out long length);
        if (file is null)
            return false;
        Span<byte> head = stackalloc byte[HeadBytes];
        return IsManifest(head[..new FileProbe(file, length).ReadSome(0, head)]);
    }

    private static bool IsManifest(ReadOnlySpan<byte> head)
    {
        Utf8JsonReader json = new(head, isFinalBlock: false, default);
        try
        {
            return json.Read() && json.TokenType == JsonTokenType.StartObject
                && json.Read() && json.TokenType == JsonTokenType.PropertyName && json.ValueTextEquals(FirstMember);
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
