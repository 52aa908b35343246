using System.Collections.Concurrent;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Ingest;

namespace Fathom.Storage.Recordings;

/// <summary>
/// Writes a recording. Rows are buffered in native memory, sorted and written as Parquet parts in the background; a commit makes what was
/// written so far visible to readers. Without a commit, disposing leaves nothing behind. All members may be called from any thread.
/// </summary>
public sealed class RecordingWriter : IRecordingSink, IPartTarget, IDisposable
{
    private readonly RecordingOptions _options;
    private readonly RecordingFolder _folder;
    private readonly PrivateFolder _private;
    private readonly bool _temporary;
    private readonly PartWriter _parts;
    private readonly PartQueue _queue;
    private readonly BufferBudget _budget;
    private readonly RowBlocks _blocks = new();
    private readonly LossSummary _losses;
    private readonly ConcurrentDictionary<Type, TableBuffer> _tables = new();
    private readonly Dictionary<string, int> _partNumbers = [];
    private readonly Lock _gate = new();
    private Manifest _manifest;
    private Task _flushing = Task.CompletedTask;
    private IReadOnlyList<ManifestPart> _committed = [];
    private long _reportedOverflow;
    private bool _closed;
    private bool _disposed;

    private RecordingWriter(RecordingFolder folder, RecordingOptions options, PrivateFolder ownFolder, bool temporary)
    {
        _options = options;
        _folder = folder;
        _private = ownFolder;
        _temporary = temporary;
        // The rows of a part come from one thread, and the source goes on beside it: more threads wait for one another as long as they work.
        _parts = new PartWriter(DuckDbOptions.In(Path.Combine(ownFolder.Path, "spill")) with { Threads = 1 });
        _queue = new PartQueue(this);
        _budget = new BufferBudget(options.BufferBytes);
        _losses = new LossSummary(options.Ids);
        _manifest = new Manifest
        {
            Schema = Manifest.CurrentSchema,
            ToolVersion = options.ToolVersion,
            Command = options.Command,
            CreatedUtc = options.Time.GetUtcNow(),
            Complete = false,
            Machine = ManifestMachine.Current(),
            Clock = null,
            Targets = [],
            Labels = options.Labels,
            Sources = [],
            Losses = [],
            Warnings = [],
            Parts = [],
        };
    }

    /// <inheritdoc/>
    public Interner Ids => _options.Ids;

    /// <summary>Where the recording is: its own name after the first commit, a temporary one before.</summary>
    public string Folder => _folder.Current;

    /// <summary>Looks whether a recording can be written under a name, before work for it begins.</summary>
    /// <param name="path">The folder that it becomes.</param>
    /// <param name="replace">Whether a recording that is there may be replaced.</param>
    /// <exception cref="FathomException">Something of that name is there already.</exception>
    public static void CheckPlace(string path, bool replace) => ExistingOutput.Check(path, replace);

    /// <summary>Starts a recording.</summary>
    /// <param name="path">The folder that it becomes.</param>
    /// <param name="options">How it is written.</param>
    /// <exception cref="FathomException">Something of that name is there already, or the folder cannot be written.</exception>
    public static RecordingWriter Create(string path, RecordingOptions options)
    {
        PrivateFolder ownFolder = PrivateFolder.Create();
        try
        {
            return new RecordingWriter(RecordingFolder.Create(path, options.Replace, options.ReserveBytes), options, ownFolder, temporary: false);
        }
        catch
        {
            ownFolder.Dispose();
            throw;
        }
    }

    /// <summary>Starts a recording that only this user can read and that is deleted when the writer is disposed.</summary>
    /// <exception cref="FathomException">There is no temporary folder to write to.</exception>
    public static RecordingWriter CreateTemporary(RecordingOptions options)
    {
        PrivateFolder ownFolder = PrivateFolder.Create();
        return new RecordingWriter(RecordingFolder.Create(Path.Combine(ownFolder.Path, "temporary.fathom"), replace: false), options, ownFolder, temporary: true);
    }

    /// <summary>Changes what the manifest says: targets, sources, clock, warnings. Parts, losses and completeness are kept by the writer.</summary>
    public void Describe(Func<Manifest, Manifest> change)
    {
        lock (_gate)
            _manifest = change(_manifest);
    }

    /// <summary>Takes over what another recording holds, before anything is written. The other one stays as it is.</summary>
    /// <param name="other">The recording whose parts are taken over, open for reading.</param>
    /// <param name="except">Tables that are left out.</param>
    /// <exception cref="FathomException">A part cannot be read or written.</exception>
    public void Adopt(RecordingReader other, IReadOnlyCollection<string> except)
    {
        List<ManifestPart> parts = [];
        try
        {
            foreach (ManifestPart part in other.Manifest.Parts.Where(part => !except.Contains(part.Table)))
            {
                if (part.Sums is null)
                    other.Verify(part);
                string from = Path.Combine(other.Folder, part.RelativePath()), to = Path.Combine(_folder.Current, part.RelativePath());
                OwnFile.MakeFolders(Path.GetDirectoryName(to)!);
                if (!PosixCalls.TryLink(from, to))
                    OwnFile.Copy(from, to);
                // A recording of an older schema has no sums of columns.
                parts.Add(part.Sums is null ? part with { Sums = PartSums.OfFile(to) } : part);
            }
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw StorageError.CannotWrite(_folder.Current, error);
        }

        if (!except.Contains(LossRow.Schema.Name))
            _losses.Adopt(other.Manifest.Losses);
        lock (_gate)
        {
            foreach (ManifestPart part in parts)
                _partNumbers[part.Table] = Math.Max(_partNumbers.GetValueOrDefault(part.Table), part.Number);
            Manifest manifest = other.Manifest;
            _manifest = _manifest with
            {
                Clock = manifest.Clock,
                Targets = manifest.Targets,
                Labels = manifest.Labels,
                Sources = manifest.Sources,
                Warnings = other.Notices,
                Remarks = manifest.Remarks,
                CreatedUtc = manifest.CreatedUtc,
                Parts = [.. _manifest.Parts, .. parts],
            };
        }
    }

    /// <inheritdoc/>
    /// <remarks>The writer itself: it is safe from any thread.</remarks>
    public IRecordingSink Fork() => this;

    /// <inheritdoc/>
    /// <exception cref="FathomException">An earlier part could not be written.</exception>
    public void Write<T>(ReadOnlySpan<T> rows)
        where T : unmanaged, IRow<T>
    {
        ObjectDisposedException.ThrowIf(_closed, this);
        Table<T>().Write(rows);
        if (_budget.IsExceeded)
            _tables.Values.MaxBy(t => t.Bytes)!.Cut();
    }

    /// <inheritdoc/>
    public RawText Raw<T>(ReadOnlySpan<char> text)
        where T : unmanaged, IRow<T>
    {
        ObjectDisposedException.ThrowIf(_closed, this);
        return Table<T>().Keep(text);
    }

    /// <inheritdoc/>
    public void Flush()
    {
        ObjectDisposedException.ThrowIf(_closed, this);
        lock (_gate)
        {
            if (_flushing.IsCompletedSuccessfully)
                _flushing = Task.Run(CutAll);
        }
    }

    /// <inheritdoc/>
    public void Lost(in LossRow loss)
    {
        _losses.Add(loss);
        Write(new ReadOnlySpan<LossRow>(in loss));
    }

    /// <summary>Makes everything written so far visible under the recording's name.</summary>
    /// <param name="complete">Whether the recording is closed with it; otherwise it is readable with a notice and goes on.</param>
    /// <exception cref="FathomException">It cannot be written.</exception>
    public void Commit(bool complete = true)
    {
        ObjectDisposedException.ThrowIf(_closed, this);
        try
        {
            _flushing.GetAwaiter().GetResult();
            ReportOverflow();
            CutAll();
            _queue.WhenIdle(() => Publish(complete));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw StorageError.CannotWrite(_folder.Current, error);
        }
    }

    /// <summary>Whether rows of a table were written, or taken over from another recording.</summary>
    public bool Holds<T>()
        where T : unmanaged, IRow<T>
    {
        lock (_gate)
            return _tables.ContainsKey(typeof(T)) || _manifest.Parts.Any(static part => part.Table == T.Schema.Name);
    }

    /// <summary>Writes all that waits as parts, and tells the files of each table, which stand where they are until the first commit.</summary>
    /// <exception cref="FathomException">A part could not be written.</exception>
    public Func<string, IReadOnlyList<string>> WrittenParts()
    {
        ObjectDisposedException.ThrowIf(_closed, this);
        Settle();
        ILookup<string, string> files;
        lock (_gate)
            files = _manifest.Parts.ToLookup(static part => part.Table, part => Path.Combine(_folder.Current, part.RelativePath()));
        return table => [.. files[table]];
    }

    /// <summary>Gives back the room that was kept on the disk (<see cref="RecordingOptions.ReserveBytes"/>), for a last commit to a disk that is full.</summary>
    public void ReleaseReserve() => _folder.ReleaseReserve();

    /// <summary>
    /// Takes back what was written since the last commit, after a failure such as a full disk: what was committed stays, the disk is freed of the rest, and the
    /// same rows can be written again.
    /// </summary>
    public void RollBack()
    {
        ObjectDisposedException.ThrowIf(_closed, this);
        // That it failed is why this is called.
        Task.WaitAny(_flushing);
        _flushing = Task.CompletedTask;
        foreach (TableBuffer table in _tables.Values)
            table.Clear();
        _queue.Forget(() =>
        {
            lock (_gate)
            {
                foreach (ManifestPart part in _manifest.Parts.Except(_committed))
                    TryDelete(Path.Combine(_folder.Current, part.RelativePath()));
                _manifest = _manifest with { Parts = _committed, Complete = false };
            }
        });
    }

    /// <summary>Removes what was not committed; a temporary recording in any case.</summary>
    public void Dispose()
    {
        if (_disposed)
            return;
        _disposed = _closed = true;

        // Whether it failed was for Commit to say.
        Task.WaitAny(_flushing);
        _queue.Dispose();
        foreach (TableBuffer table in _tables.Values)
            table.Dispose();
        _blocks.Dispose();
        _parts.Dispose();
        _folder.Dispose();
        _private.Dispose();
    }

    void IPartTarget.Write<T>(RowBuffer<T> rows) => WritePart(rows);

    internal void WritePart<T>(RowBuffer<T> rows)
        where T : unmanaged, IRow<T>
    {
        string table = T.Schema.Name;
        int number;
        lock (_gate)
            _partNumbers[table] = number = _partNumbers.GetValueOrDefault(table) + 1;
        ManifestPart part = new(table, number, rows.Count, 0, "");
        try
        {
            string file = Path.Combine(_folder.Current, part.RelativePath());
            OwnFile.MakeFolders(Path.GetDirectoryName(file)!);
            _parts.Write(rows, Ids, file);
            part = part with { Bytes = Seal(file), Crc32c = Crc32c.OfFile(file), Sums = PartSums.OfFile(file) };
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or DuckDbException)
        {
            // What was begun takes room that nothing is gained from.
            TryDelete(Path.Combine(_folder.Current, part.RelativePath()));
            throw StorageError.CannotWrite(_folder.Current, error);
        }

        lock (_gate)
            _manifest = _manifest with { Parts = [.. _manifest.Parts, part] };
    }

    private TableBuffer<T> Table<T>()
        where T : unmanaged, IRow<T> =>
        (TableBuffer<T>)_tables.GetOrAdd(typeof(T), static (_, writer) => new TableBuffer<T>(writer._options.PartRows, writer._budget, writer._queue, writer._blocks), this);

    private static void TryDelete(string file)
    {
        try
        {
            OwnTree.DeleteFile(file);
        }
        catch (Exception none) when (none is IOException or UnauthorizedAccessException)
        {
            // No reader looks at a part that the manifest does not list.
        }
    }

    private void Settle()
    {
        _flushing.GetAwaiter().GetResult();
        CutAll();
        _queue.WhenIdle(static () => { });
    }

    private void CutAll()
    {
        foreach (TableBuffer table in _tables.Values)
            table.Cut();
    }

    private void Publish(bool complete)
    {
        lock (_gate)
        {
            _manifest = _manifest with { Complete = complete, Losses = _losses.ToManifest() };
            ManifestFile.Write(_folder.Current, _manifest, durable: !_temporary);
            _folder.Publish();
            _committed = _manifest.Parts;
            if (complete)
                _folder.Unlock();
            _closed = complete;
        }
    }

    private long Seal(string file)
    {
        using FileStream stream = new(RegularFile.OpenForWriting(file), FileAccess.ReadWrite, bufferSize: 0);
        if (!_temporary)
        {
            stream.Flush(flushToDisk: true);
            PosixCalls.FlushFolder(Path.GetDirectoryName(file)!);
        }

        return stream.Length;
    }

    private void ReportOverflow()
    {
        long overflowed = Ids.Overflowed;
        long unreported = overflowed - Interlocked.Exchange(ref _reportedOverflow, overflowed);
        if (unreported > 0)
            Lost(_losses.Overflow(unreported));
    }
}
