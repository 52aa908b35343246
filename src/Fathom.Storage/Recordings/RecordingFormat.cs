using System.Text.RegularExpressions;
using Fathom.Files;

namespace Fathom.Storage.Recordings;

/// <summary>The names inside a recording, and how one is recognised.</summary>
/// <remarks>
/// <code>
/// NAME.fathom/
///   manifest.json               what the recording holds; parts that it does not list do not exist
///   heap_type/part-1.parquet    a table is a folder; a part is a Parquet file (zstd), sorted by the table's key
///   heap_type/part-2.parquet
///   writer.lock                 only while it is being written
/// </code>
/// A packed recording is a zip of the same files without the lock, the manifest first. Until the first commit the folder is NAME.fathom.PID.partial.
/// </remarks>
public static partial class RecordingFormat
{
    /// <summary>Ending of a name under which something is being written.</summary>
    public const string PartialSuffix = ".partial";

    internal const string ManifestName = "manifest.json";

    // The packer writes the manifest as the first entry, so its name stands at byte 30 of the file.
    private static ReadOnlySpan<byte> FirstEntry => "PK\x03\x04"u8;

    /// <summary>Tells by name and content what a path is; opens no part.</summary>
    public static RecordingForm Recognize(string path)
    {
        path = Path.TrimEndingDirectorySeparator(path);
        if (Directory.Exists(path))
        {
            bool isPartial = path.EndsWith(PartialSuffix, StringComparison.Ordinal);
            return isPartial ? RecordingForm.Partial : File.Exists(Path.Combine(path, ManifestName)) ? RecordingForm.Folder : RecordingForm.None;
        }

        return RegularFile.Is(path) && StartsWithManifest(path) ? RecordingForm.Packed : RecordingForm.None;
    }

    /// <summary>Whether a path inside a recording can be a part.</summary>
    internal static bool IsPartPath(string relativePath) => PartPath().IsMatch(relativePath);

    /// <summary>Whether a name can be a table's.</summary>
    internal static bool IsTableName(string name) => TableName().IsMatch(name);

    private static bool StartsWithManifest(string path)
    {
        const int NameOffset = 30;
        Span<byte> head = stackalloc byte[NameOffset + ManifestName.Length];
        using FileStream file = RegularFile.OpenRead(path);
        return file.ReadAtLeast(head, head.Length, throwOnEndOfStream: false) == head.Length
            && head.StartsWith(FirstEntry)
            && System.Text.Encoding.ASCII.GetString(head[NameOffset..]) == ManifestName;
    }

    [GeneratedRegex(@"^[a-z][a-z0-9_]{0,62}/part-[1-9][0-9]{0,8}\.parquet\z")]
    private static partial Regex PartPath();

    [GeneratedRegex(@"^[a-z][a-z0-9_]{0,62}\z")]
    private static partial Regex TableName();
}
