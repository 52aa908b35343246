using Fathom.Files;
using Fathom.Model;

namespace Fathom.Storage.Recordings;

/// <summary>
/// The folder that a recording is written into. Until it is published it has the name <c>NAME.PID.partial</c>, which readers refuse; a lock on
/// a file inside tells a folder that is in use from one that a killed process left.
/// </summary>
internal sealed class RecordingFolder : IDisposable
{
    /// <summary>Locked by the writer as long as it writes.</summary>
    public const string LockName = "writer.lock";

    // Folders that writers of this process have begun. Their locks do not tell: one is made after its folder, and is gone before what it replaced is.
    private static readonly HashSet<string> s_begun = [];

    private readonly string _path;
    private readonly bool _replace;
    private readonly string _partial;
    private readonly FileStream _lock;
    private bool _published;

    private RecordingFolder(string path, bool replace, string partial, FileStream held)
    {
        _path = path;
        _replace = replace;
        Current = _partial = partial;
        _lock = held;
    }

    /// <summary>Where the files are now.</summary>
    public string Current { get; private set; }

    /// <summary>Creates the folder under its temporary name.</summary>
    /// <param name="path">The folder that it becomes.</param>
    /// <param name="replace">Whether one of that name is replaced.</param>
    /// <param name="reserveBytes">Room on the disk that is kept in the file of the lock until <see cref="ReleaseReserve"/>.</param>
    /// <exception cref="FathomException">Something of that name is there already, or the folder cannot be written.</exception>
    public static RecordingFolder Create(string path, bool replace, int reserveBytes = 0)
    {
        path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        ExistingOutput.Check(path, replace);
        string partial = PartialName.Of(path);
        Begin(partial);
        try
        {
            if (!Directory.Exists(Path.GetDirectoryName(partial)))
                throw new DirectoryNotFoundException();
            PartialName.RemoveLeft(path, LockName, TimeProvider.System.GetUtcNow().UtcDateTime);
            // Process numbers come again, in containers all the time.
            if (Directory.Exists(partial))
                OwnTree.DeleteFolder(partial);
            OwnFile.MakeFolder(partial);
            return new RecordingFolder(path, replace, partial, Lock(partial, reserveBytes));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            End(partial);
            throw StorageError.CannotWrite(path, error);
        }
    }

    /// <summary>Whether a writer holds the folder at this moment.</summary>
    /// <remarks>Asking takes no lock: one who asks keeps no writer from its own, and is not taken for one.</remarks>
    public static bool IsBeingWritten(string folder) => FileHold.IsHeld(Path.Combine(folder, LockName), whereRefused: true);

    /// <summary>Gives the folder its name. Called at the first commit; later calls do nothing.</summary>
    public void Publish()
    {
        if (_published)
            return;
        if (_replace && Path.Exists(_path))
            Replace();
        else
            Move();
        Current = _path;
        _published = true;
        End(_partial);
        PosixCalls.FlushFolder(Path.GetDirectoryName(_path)!);
    }

    /// <summary>Says that nothing more is written.</summary>
    public void Unlock()
    {
        OwnTree.DeleteFile(Path.Combine(Current, LockName));
        _lock.Dispose();
    }

    /// <summary>Gives back the room that was kept.</summary>
    public void ReleaseReserve() => _lock.SetLength(0);

    /// <summary>Removes the folder unless it was published.</summary>
    public void Dispose()
    {
        _lock.Dispose();
        if (_published)
            return;
        try
        {
            if (Directory.Exists(_partial))
                OwnTree.DeleteFolder(_partial);
        }
        finally
        {
            End(_partial);
        }
    }

    // Where another container writes to the same volume, a process of the same number may be another one.
    private static void Begin(string partial)
    {
        lock (s_begun)
        {
            if (s_begun.Contains(partial) || IsBeingWritten(partial))
                throw FathomException.Target($"'{partial}' is being written by this process already.", "give each recording a name of its own");
            s_begun.Add(partial);
        }
    }

    private static void End(string partial)
    {
        lock (s_begun)
            s_begun.Remove(partial);
    }

    private void Replace()
    {
        using OpenFolder folder = OpenFolder.Around(_path);
        ExistingOutput.Check(_path, _replace);
        ExistingOutput.Replace(folder, Path.GetFileName(Current), Path.GetFileName(_path));
    }

    private void Move()
    {
        try
        {
            OwnTree.RenameUnlessThere(Current, _path);
        }
        catch (IOException) when (_replace && Path.Exists(_path))
        {
            // Another writer was faster.
            Replace();
        }
    }

    private static FileStream Lock(string folder, int reserveBytes)
    {
        FileStream file = new(FileHold.Make(Path.Combine(folder, LockName)), FileAccess.ReadWrite, bufferSize: 0);
        try
        {
            file.Write(new byte[reserveBytes]);
            file.Flush(flushToDisk: reserveBytes > 0);
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }
}
