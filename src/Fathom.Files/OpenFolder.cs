using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Files;

/// <summary>
/// A folder that stays open while something is written into it: files are made, renamed and removed where it was opened, whatever somebody puts at its path meanwhile. Names are those of entries,
/// without a slash.
/// </summary>
/// <remarks>A file system that cannot rename "unless the name is there", or exchange two names, is asked in two steps; another process may come between them.</remarks>
public sealed unsafe class OpenFolder : IDisposable
{
    private const uint NoReplace = 1;
    private const uint ExchangeBoth = 2;

    private readonly int _folder;

    private OpenFolder(string path, int folder) => (FullName, _folder) = (path, folder);

    /// <summary>Where it was when it was opened.</summary>
    public string FullName { get; }

    /// <summary>It itself, for calls of the kernel.</summary>
    internal int Descriptor => _folder;

    /// <summary>Opens the folder that a path lies in.</summary>
    /// <exception cref="IOException">It is not there.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be entered.</exception>
    public static OpenFolder Around(string path)
    {
        path = Path.GetFullPath(path);
        int folder = OwnFile.OpenParent(path, out _);
        return folder >= 0 ? new OpenFolder(Path.GetDirectoryName(path) ?? "/", folder) : throw OwnFile.Refused(path, Marshal.GetLastPInvokeError());
    }

    /// <summary>Makes a file in place of one that an ended process of the same number left.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made there.</exception>
    public SafeFileHandle Remake(string name)
    {
        Delete(name);
        int file = OwnFile.MakeIn(_folder, Text(name), PathOf(name), out int error);
        return file >= 0 ? new SafeFileHandle(file, ownsHandle: true) : throw OwnFile.Refused(PathOf(name), error);
    }

    /// <summary>Removes a file, or a link; what is not there is removed.</summary>
    /// <exception cref="IOException">It cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be removed.</exception>
    public void Delete(string name)
    {
        int error = OwnTree.Remove(_folder, Text(name), 0);
        if (error is not (0 or FileCalls.NoSuchFile))
            throw OwnFile.Refused(PathOf(name), error);
    }

    /// <summary>Removes a file, a link, or a folder with all that is in it.</summary>
    /// <inheritdoc cref="Delete" path="/exception"/>
    public void DeleteAll(string name)
    {
        byte[] text = Text(name);
        int error = OwnTree.Remove(_folder, text, 0);
        if (error is FileCalls.IsFolder or FileCalls.NotPermitted)
            error = OwnTree.DeleteFolder(_folder, text);
        if (error is not (0 or FileCalls.NoSuchFile))
            throw OwnFile.Refused(PathOf(name), error);
        HeldFolders.Release(PathOf(name));
    }

    /// <summary>Gives an entry another name, in the place of a file that has it.</summary>
    /// <exception cref="IOException">It cannot have that name.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be renamed.</exception>
    public void Rename(string name, string newName)
    {
        fixed (byte* old = Text(name), next = Text(newName))
        {
            if (FileCalls.RenameAt(_folder, old, _folder, next) != 0)
                throw OwnFile.Refused(PathOf(newName), Marshal.GetLastPInvokeError());
        }
    }

    /// <summary>Gives an entry another name, unless something has it.</summary>
    /// <returns>Whether it has it.</returns>
    /// <inheritdoc cref="Rename" path="/exception"/>
    public bool TryRename(string name, string newName)
    {
        int error = RenameUnlessThere(_folder, Text(name), _folder, Text(newName));
        return error is 0 or FileCalls.IsThere ? error == 0 : throw OwnFile.Refused(PathOf(newName), error);
    }

    /// <summary>Exchanges what two names stand for, in one step where the system can.</summary>
    /// <inheritdoc cref="Rename" path="/exception"/>
    public void Exchange(string name, string other)
    {
        if (RenameWith(_folder, Text(name), _folder, Text(other), ExchangeBoth) != 0)
        {
            string aside = $"{other}.old.partial";
            Rename(other, aside);
            Rename(name, other);
            Rename(aside, name);
        }

        HeldFolders.Exchanged(PathOf(name), PathOf(other));
    }

    /// <summary>Makes the names in it durable. A file system that cannot is as durable as it gets.</summary>
    public void Flush()
    {
        fixed (byte* self = "."u8)
        {
            int folder = FileCalls.OpenAt(_folder, self, FileCalls.Folder & ~FileCalls.PathOnly, 0);
            if (folder < 0)
                return;
            _ = FileCalls.Flush(folder);
            _ = FileCalls.Close(folder);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _ = FileCalls.Close(_folder);

    /// <summary>Renames unless something has the new name; the error number, 0 where it was done.</summary>
    internal static int RenameUnlessThere(int folder, byte[] name, int newFolder, byte[] newName)
    {
        int error = RenameWith(folder, name, newFolder, newName, NoReplace);
        if (error is not (FileCalls.Unknown or FileCalls.NoSuchCall))
            return error;
        fixed (byte* old = name, next = newName)
        {
            FileStatus there;
            if (FileCalls.StatX(newFolder, next, FileStatus.NoFollow, FileStatus.Type, &there) == 0)
                return FileCalls.IsThere;
            return FileCalls.RenameAt(folder, old, newFolder, next) == 0 ? 0 : Marshal.GetLastPInvokeError();
        }
    }

    private static int RenameWith(int folder, byte[] name, int newFolder, byte[] newName, uint flags)
    {
        try
        {
            fixed (byte* old = name, next = newName)
                return FileCalls.RenameWith(folder, old, newFolder, next, flags) == 0 ? 0 : Marshal.GetLastPInvokeError();
        }
        catch (EntryPointNotFoundException)
        {
            return FileCalls.NoSuchCall;
        }
    }

    private static byte[] Text(string name) => Encoding.UTF8.GetBytes(name + '\0');

    private string PathOf(string name) => Path.Combine(FullName, name);
}
