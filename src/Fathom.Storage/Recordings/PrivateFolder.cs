using System.Globalization;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Storage.Recordings;

/// <summary>
/// A folder for this user only, below the temporary folder, that ends with its owner: removed when it is disposed, and by a later start where the owner was
/// killed. A lock on a file inside tells one from the other, and the number of the owner stands in that file.
/// </summary>
public sealed class PrivateFolder : IDisposable
{
    /// <summary>Locked as long as the folder is in use.</summary>
    internal const string LockName = "owner.lock";

    /// <summary>How the names of all such folders begin.</summary>
    internal const string Prefix = "fathom-";

    private static readonly Lock s_gate = new();
    private static readonly List<PrivateFolder> s_open = [];

    private readonly FileStream _lock;
    private bool _isMoved;

    private PrivateFolder(string path, FileStream held)
    {
        Path = path;
        _lock = held;
        lock (s_gate)
            s_open.Add(this);
    }

    /// <summary>Full path.</summary>
    public string Path { get; }

    /// <summary>Makes an empty folder. The first one of a process also removes what killed processes left.</summary>
    /// <exception cref="FathomException">There is no folder for temporary files, or no room in it.</exception>
    public static PrivateFolder Create()
    {
        AbandonedFolders.RemoveOnce();
        try
        {
            return Make(TemporaryFolder.Make(Prefix));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw StorageError.CannotWrite(TemporaryFolder.Path, error);
        }
    }

    /// <summary>Removes all that are open, for a process that ends at once while its other threads may still write into them.</summary>
    /// <remarks>It tries again as long as one of them stays: whoever calls it sets the limit, by ending the process.</remarks>
    public static void RemoveAll()
    {
        PrivateFolder[] open;
        lock (s_gate)
            open = [.. s_open];
        while (open.Length > 0)
        {
            open = [.. open.Where(static folder => !folder.TryRemoveInUse())];
            Thread.Yield();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            if (Directory.Exists(Path))
                Remove(Path);
        }
        finally
        {
            lock (s_gate)
                s_open.Remove(this);
            _lock.Dispose();
        }
    }

    /// <summary>Removes the folder while others may still write into it.</summary>
    /// <returns>Whether it is gone; another try may succeed where it is not.</returns>
    internal bool TryRemoveInUse()
    {
        string gone = Path + ".gone";
        try
        {
            // Nobody finds a file by its old name then, so that none is made behind the last one that is removed.
            if (!_isMoved && Directory.Exists(Path))
            {
                Directory.Move(Path, gone);
                _isMoved = true;
            }

            // What has that name without us, such as a link of somebody else, is none of ours.
            if (_isMoved && Directory.Exists(gone))
                Remove(gone);
            return true;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static PrivateFolder Make(string path)
    {
        try
        {
            FileStream held = new(
                System.IO.Path.Combine(path, LockName), FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
            held.Write(System.Text.Encoding.ASCII.GetBytes(Environment.ProcessId.ToString(CultureInfo.InvariantCulture)));
            return new PrivateFolder(path, held);
        }
        catch
        {
            Remove(path);
            throw;
        }
    }

    // What deletes whole trees is compiled anew by each process that calls it.
    private static void Remove(string path)
    {
        foreach (string inner in Directory.GetDirectories(path))
        {
            if (new DirectoryInfo(inner).LinkTarget is null)
                Remove(inner);
            else
                File.Delete(inner);
        }

        // Locked to the end, nobody else removes it at the same time; and where something stays, a later start still sees whose it was.
        string held = System.IO.Path.Combine(path, LockName);
        foreach (string file in Directory.GetFiles(path))
        {
            if (file != held)
                File.Delete(file);
        }

        File.Delete(held);
        Directory.Delete(path);
    }
}
