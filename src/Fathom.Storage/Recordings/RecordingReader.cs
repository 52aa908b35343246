using Fathom.Model;

namespace Fathom.Storage.Recordings;

/// <summary>An opened recording: its manifest and where its parts are. A packed one is unpacked into a private folder until it is disposed.</summary>
public sealed class RecordingReader : IDisposable
{
    private readonly PrivateFolder? _unpacked;

    private RecordingReader(string path, string folder, Manifest manifest, PrivateFolder? unpacked)
    {
        Path = path;
        Folder = folder;
        Manifest = manifest;
        _unpacked = unpacked;
    }

    /// <summary>The path as it was given.</summary>
    public string Path { get; }

    /// <summary>Where the parts are.</summary>
    public string Folder { get; }

    /// <summary>What the recording holds and where it comes from.</summary>
    public Manifest Manifest { get; }

    /// <summary>File or folder name without the ending <c>.fathom</c>.</summary>
    public string Name
    {
        get
        {
            string name = System.IO.Path.GetFileName(System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(Path)));
            return name.EndsWith(".fathom", StringComparison.Ordinal) ? name[..^7] : name;
        }
    }

    /// <summary>Sentences that every answer from this recording must be accompanied by.</summary>
    public IReadOnlyList<string> Notices
    {
        get
        {
            if (Manifest.Complete)
                return Manifest.Warnings;
            string why = RecordingFolder.IsBeingWritten(Folder) ? "is still being written" : "was not closed by its writer";
            return [$"'{Path}' is incomplete: it {why}. It holds what was committed.", .. Manifest.Warnings];
        }
    }

    /// <summary>Opens a recording and checks that every part that its manifest lists is there with its size.</summary>
    /// <param name="path">A recording folder, or a packed recording.</param>
    /// <exception cref="FathomException">It is no recording, a temporary one, of a newer schema, or damaged.</exception>
    public static RecordingReader Open(string path) => Open(path, path);

    /// <summary>As the other one, for a recording that stands for another one.</summary>
    /// <param name="path">A recording folder, or a packed recording.</param>
    /// <param name="knownAs">The path of the one that the user named.</param>
    /// <exception cref="FathomException">It is no recording, a temporary one, of a newer schema, or damaged.</exception>
    public static RecordingReader Open(string path, string knownAs)
    {
        try
        {
            switch (RecordingFormat.Recognize(path))
            {
                case RecordingForm.Folder:
                    return OpenFolder(knownAs, System.IO.Path.GetFullPath(path), null);
                case RecordingForm.Packed:
                    return OpenPacked(path);
                case RecordingForm.Partial:
                    throw Partial(path);
                default:
                    throw NotARecording(path);
            }
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw StorageError.CannotRead(path, error);
        }
    }

    /// <summary>Full paths of the parts of a table, in the order they were written; empty where the recording has none.</summary>
    public IReadOnlyList<string> PartFiles(string table) =>
        [.. Manifest.Parts.Where(p => p.Table == table).Select(PartFile)];

    /// <summary>Full paths of all parts.</summary>
    public IEnumerable<string> AllPartFiles => Manifest.Parts.Select(PartFile);

    /// <summary>Compares a part with its checksum.</summary>
    /// <exception cref="FathomException">The part is damaged or cannot be read.</exception>
    public void Verify(ManifestPart part)
    {
        try
        {
            if (Crc32c.OfFile(PartFile(part)) == part.Crc32c)
                return;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw StorageError.CannotRead(PartFile(part), error);
        }

        throw FathomException.Target(
            $"'{Path}' is damaged: the content of {part.RelativePath()} does not fit its checksum.", "record again, or use another copy");
    }

    /// <inheritdoc/>
    public void Dispose() => _unpacked?.Dispose();

    private static RecordingReader OpenFolder(string path, string folder, PrivateFolder? unpacked)
    {
        Manifest manifest = ManifestFile.Read(System.IO.Path.Combine(folder, RecordingFormat.ManifestName), path);
        RecordingReader reader = new(path, folder, manifest, unpacked);
        foreach (ManifestPart part in manifest.Parts)
            reader.CheckPart(part);
        return reader;
    }

    private static RecordingReader OpenPacked(string path)
    {
        PrivateFolder folder = PrivateFolder.Create();
        try
        {
            RecordingUnpacker.Unpack(path, folder.Path);
            return OpenFolder(path, folder.Path, folder);
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    private string PartFile(ManifestPart part) => System.IO.Path.Combine(Folder, part.RelativePath());

    private void CheckPart(ManifestPart part)
    {
        FileInfo file = new(PartFile(part));
        string? fault = !file.Exists ? "is missing" : file.Length != part.Bytes ? $"has {file.Length} bytes, not {part.Bytes}" : null;
        if (fault is not null)
            throw FathomException.Target($"'{Path}' is damaged: {part.RelativePath()} {fault}.", "record again, or use another copy");
    }

    private static FathomException Partial(string path) => RecordingFolder.IsBeingWritten(path)
        ? FathomException.Target($"'{path}' is a recording that has just begun.", "wait for its first commit; it then has its final name")
        : FathomException.Target($"'{path}' is the rest of a recording that was never committed.", "record again; this folder can be deleted");

    private static FathomException NotARecording(string path)
    {
        if (Directory.Exists(path))
        {
            bool empty = !Directory.EnumerateFileSystemEntries(path).Any();
            return FathomException.Target(
                empty ? $"'{path}' is an empty folder, not a recording." : $"'{path}' is no recording: it has no {RecordingFormat.ManifestName}.",
                "give a folder that was written with --save, or a file from fathom pack");
        }

        return File.Exists(path)
            ? FathomException.Target($"'{path}' is {(new FileInfo(path).Length == 0 ? "an empty file" : "no packed recording")}.", "give a folder that was written with --save, or a file from fathom pack")
            : FathomException.Target($"'{path}' does not exist.", "check the path; fathom info RECORDING shows what a recording holds");
    }
}
