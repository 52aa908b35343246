using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Files;

/// <summary>Removes and renames what Fathom made, by descriptors of the folders around it: no link that somebody puts in the place of a folder meanwhile leads elsewhere.</summary>
public static unsafe class OwnTree
{
    private const int RemoveFolder = 0x200;

    /// <summary>Removes a file, or a link; what is not there is removed.</summary>
    /// <exception cref="IOException">It cannot be removed.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be removed.</exception>
    public static void DeleteFile(string path)
    {
        int parent = OwnFile.OpenParent(path = Path.GetFullPath(path), out byte[] name);
        int error = parent < 0 ? Marshal.GetLastPInvokeError() : 0;
        if (parent >= 0)
        {
            error = Remove(parent, name, 0);
            _ = FileCalls.Close(parent);
        }

        if (error is not (0 or FileCalls.NoSuchFile))
            throw OwnFile.Refused(path, error);
    }

    /// <summary>Gives a file another name, in the place of what has that name.</summary>
    /// <inheritdoc cref="DeleteFile" path="/exception"/>
    public static void Rename(string from, string to) => Rename(from, to, mayReplace: true);

    /// <summary>Gives a file or a folder that Fathom made another name, that nothing has yet.</summary>
    /// <inheritdoc cref="DeleteFile" path="/exception"/>
    public static void RenameUnlessThere(string from, string to)
    {
        Rename(from, to, mayReplace: false);
        HeldFolders.Moved(Path.TrimEndingDirectorySeparator(Path.GetFullPath(from)), Path.TrimEndingDirectorySeparator(Path.GetFullPath(to)));
    }

    /// <summary>Removes a folder with all that is in it. A link in its place is refused, and those in it are removed and not followed.</summary>
    /// <exception cref="DirectoryNotFoundException">It is not there.</exception>
    /// <inheritdoc cref="DeleteFile" path="/exception"/>
    public static void DeleteFolder(string path)
    {
        path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        int parent = OwnFile.OpenParent(path, out byte[] name);
        int error = parent < 0 ? Marshal.GetLastPInvokeError() : 0;
        if (parent >= 0)
        {
            error = DeleteFolder(parent, name);
            _ = FileCalls.Close(parent);
        }

        if (error != 0)
            throw OwnFile.Refused(path, error);
        HeldFolders.Release(path);
    }

    /// <summary>Removes a folder of an open one; the error number, 0 where it was done.</summary>
    internal static int DeleteFolder(int parent, byte[] name)
    {
        int folder;
        fixed (byte* text = name)
            folder = FileCalls.OpenAt(parent, text, (FileCalls.Folder & ~FileCalls.PathOnly) | FileCalls.NoLink, 0);
        if (folder < 0)
            return Marshal.GetLastPInvokeError();
        int failed = 0;
        foreach (string entry in Directory.GetFileSystemEntries($"/proc/self/fd/{folder}"))
        {
            byte[] inner = Encoding.UTF8.GetBytes(Path.GetFileName(entry) + '\0');
            int error = Remove(folder, inner, 0);
            if (error is FileCalls.IsFolder or FileCalls.NotPermitted)
                error = DeleteFolder(folder, inner);
            failed = failed != 0 || error is 0 or FileCalls.NoSuchFile ? failed : error;
        }

        _ = FileCalls.Close(folder);
        return failed != 0 ? failed : Remove(parent, name, RemoveFolder);
    }

    /// <summary>Removes what is in an open folder; the error number, 0 where it was done.</summary>
    internal static int Remove(int folder, byte[] name, int flags)
    {
        fixed (byte* text = name)
            return FileCalls.RemoveAt(folder, text, flags) == 0 ? 0 : Marshal.GetLastPInvokeError();
    }

    private static void Rename(string from, string to, bool mayReplace)
    {
        from = Path.TrimEndingDirectorySeparator(Path.GetFullPath(from));
        to = Path.TrimEndingDirectorySeparator(Path.GetFullPath(to));
        int source = OwnFile.OpenParent(from, out byte[] name);
        int error = source < 0 ? Marshal.GetLastPInvokeError() : 0;
        if (source >= 0)
        {
            int target = OwnFile.OpenParent(to, out byte[] newName);
            error = target < 0 ? Marshal.GetLastPInvokeError() : 0;
            fixed (byte* old = name, next = newName)
            {
                if (target >= 0 && !mayReplace)
                    error = OpenFolder.RenameUnlessThere(source, name, target, newName);
                else if (target >= 0 && FileCalls.RenameAt(source, old, target, next) != 0)
                    error = Marshal.GetLastPInvokeError();
            }

            if (target >= 0)
                _ = FileCalls.Close(target);
            _ = FileCalls.Close(source);
        }

        if (error != 0)
            throw OwnFile.Refused(error == FileCalls.IsThere ? to : from, error);
    }
}
