using Fathom.Model;

namespace Fathom.Storage.Recordings;

/// <summary>An opened recording: its manifest and where its parts are. A packed one is unpacked into a private folder until it is disposed.</summary>
public sealed class RecordingReader : IDisposable
{
    // Waking a thread costs more than it saves where there is less for it to read.
    private const long BytesPerThread = 4 << 20;
    private const int MostThreads = 4;
    private const string NextStep = "record again, or use another copy";
    private readonly PrivateFolder? _unpacked;
    private readonly PartCheck[] _checks;

    private RecordingReader(string path, string folder, Manifest manifest, PrivateFolder? unpacked)
    {
        Path = path;
        Folder = folder;
        Manifest = manifest;
        _unpacked = unpacked;
        _checks = [.. manifest.Parts.Select(part => new PartCheck(part, PartFile(part)))];
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
            List<string> notices = [];
            if (!Manifest.Complete)
                notices.Add($"'{Path}' is incomplete: it {(RecordingFolder.IsBeingWritten(Folder) ? "is still being written" : "was not closed by its writer")}. It holds what was committed.");
            if (Manifest.Schema < Manifest.FirstWithSums)
                notices.Add($"'{Path}' has schema {Manifest.Schema}: its tables have checksums, but its {RecordingFormat.ManifestName} (names, labels, sums of losses) has none.");
            return [.. notices, .. Manifest.Warnings];
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

    /// <summary>Compares every byte of a part with its checksum.</summary>
    /// <exception cref="FathomException">The part is damaged or cannot be read.</exception>
    public void Verify(ManifestPart part)
    {
        if (Fault(Array.Find(_checks, check => check.Part == part)!, static check => check.Whole()) is { } damage)
            throw WithRest(damage);
    }

    /// <summary>Rows that the manifest tells, of a table or of all.</summary>
    public long Rows(string? table = null)
    {
        long rows = 0;
        foreach (ManifestPart part in Manifest.Parts)
            rows += table is null || part.Table == table ? part.Rows : 0;
        return rows;
    }

    /// <summary>Checks what any reader of a table reads; to be called before an engine opens its parts. Small parts are checked whole.</summary>
    /// <exception cref="FathomException">A part is damaged or cannot be read.</exception>
    public void Check(string table)
    {
        foreach (PartCheck check in _checks)
        {
            if (check.Part.Table == table && Fault(check, static check => check.Begin()) is { } damage)
                throw WithRest(damage);
        }
    }

    /// <summary>Checks columns of a table, before an answer that they went into is shown. What was checked once is not read again.</summary>
    /// <param name="table">Name of the table.</param>
    /// <param name="isRead">Tells the columns by their name.</param>
    /// <exception cref="FathomException">A part is damaged or cannot be read.</exception>
    public void Check(string table, Func<string, bool> isRead)
    {
        Check(table);
        List<PendingColumn> pending = [];
        long bytes = 0;
        foreach (PartCheck check in _checks.Where(c => c.Part.Table == table))
        {
            foreach (int column in check.Pending(isRead))
            {
                pending.Add(new PendingColumn(check, column));
                bytes += check.ColumnBytes(column);
            }
        }

        FathomException?[] faults = new FathomException?[pending.Count];
        int threads = (int)Math.Clamp(bytes / BytesPerThread, 1, Math.Min(Environment.ProcessorCount, MostThreads));
        void Compare(int i) => faults[i] = Fault(pending[i].Check, check => check.Column(pending[i].Column));
        // What a parallel loop needs takes longer to compile at start than little takes to read.
        if (threads > 1)
        {
            Parallel.For(0, faults.Length, new ParallelOptions { MaxDegreeOfParallelism = threads }, Compare);
        }
        else
        {
            for (int i = 0; i < faults.Length; i++)
                Compare(i);
        }

        if (Array.Find(faults, static fault => fault is not null) is { } damage)
            throw WithRest(damage);
    }

    /// <summary>Whether every byte of a table was compared with its checksum.</summary>
    public bool IsChecked(string table) => _checks.All(check => check.Part.Table != table || check.IsWhole);

    /// <summary>Bytes of the columns of a table that are not compared yet; of parts that were not opened none.</summary>
    public long UncheckedBytes(string table) =>
        _checks.Where(check => check.Part.Table == table).Sum(static check => check.Pending(static _ => true).Sum(check.ColumnBytes));

    /// <summary>What was compared so far.</summary>
    internal IReadOnlyList<PartCheck> Checks => _checks;

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
            throw Damaged(part, fault, null);
    }

    private FathomException? Fault(PartCheck check, Func<PartCheck, string?> compare)
    {
        try
        {
            return compare(check) is { } fault ? Damaged(check.Part, fault, null) : null;
        }
        catch (InvalidDataException error)
        {
            return Damaged(check.Part, $"is damaged: {error.Message}", error);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return StorageError.CannotRead(PartFile(check.Part), error);
        }
    }

    // What can still be asked; it takes reading everything, which nobody minds now.
    private FathomException WithRest(FathomException damage)
    {
        string[] whole = [.. _checks.GroupBy(static check => check.Part.Table).Where(table => table.All(check => Fault(check, static c => c.Whole()) is null)).Select(static table => table.Key)];
        return new FathomException(damage.Message, damage.NextStep, damage.ExitCode, damage.InnerException)
        {
            Details = whole.Length == 0 ? [] : [$"still whole, and readable with fathom sql: {string.Join(", ", whole)}"],
        };
    }

    private FathomException Damaged(ManifestPart part, string fault, Exception? cause) =>
        FathomException.Target($"'{Path}' is damaged: {part.RelativePath()} {fault}.", NextStep, cause);

    private static FathomException Partial(string path) => RecordingFolder.IsBeingWritten(path)
        ? FathomException.Target($"'{path}' is a recording that has just begun.", "wait for its first commit; it then has its final name")
        : FathomException.Target($"'{path}' is what is left of a recording that was never committed.", "record again; this folder can be deleted");

    private static FathomException NotARecording(string path)
    {
        if (Directory.Exists(path))
        {
            bool empty = !Directory.EnumerateFileSystemEntries(path).Any();
            return FathomException.Target(
                empty ? $"'{path}' is an empty folder, not a recording." : $"'{path}' is not a recording: it has no {RecordingFormat.ManifestName}.",
                "give a folder that was written with --save, or a file from fathom pack");
        }

        return File.Exists(path)
            ? FathomException.Target(
                $"'{path}' is {(new FileInfo(path).Length == 0 ? "an empty file" : "no packed recording")}.",
                "give a folder that was written with --save, or a file from fathom pack")
            : FathomException.Target($"'{path}' does not exist.", "check the path; fathom info RECORDING shows what a recording holds");
    }
}
