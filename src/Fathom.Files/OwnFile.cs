using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Files;

/// <summary>
/// Files and folders that Fathom writes, with the rights of <see cref="WrittenRights"/>. They are made anew by one call of the kernel each: whatever somebody put in their place, a link too,
/// is refused, and what was made is not looked for by its name again. What root makes by sudo in a folder of the user is given to that user (<see cref="SudoUser"/>).
/// </summary>
public static unsafe class OwnFile
{
    private const uint GroupUnchanged = uint.MaxValue;

    /// <summary>Makes a file, to be written and read.</summary>
    /// <exception cref="IOException">Something is there, or it cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made there.</exception>
    public static SafeFileHandle Make(string path) => Make(path, FileCalls.ReadWrite);

    /// <summary>Makes a file as a stream.</summary>
    /// <inheritdoc cref="Make(string)" path="/exception"/>
    public static FileStream MakeStream(string path, int bufferSize = 4096) => new(Make(path), FileAccess.ReadWrite, bufferSize);

    /// <summary>Makes a file in place of one that an ended process of the same number left.</summary>
    /// <inheritdoc cref="Make(string)" path="/exception"/>
    public static FileStream Remake(string path, int bufferSize = 4096)
    {
        File.Delete(path);
        return MakeStream(path, bufferSize);
    }

    /// <summary>Makes a file with what another one holds.</summary>
    /// <inheritdoc cref="Make(string)" path="/exception"/>
    public static void Copy(string from, string to)
    {
        using FileStream source = RegularFile.OpenRead(from, bufferSize: 0);
        using FileStream target = MakeStream(to, bufferSize: 0);
        source.CopyTo(target);
    }

    /// <summary>Makes a folder.</summary>
    /// <exception cref="IOException">Something is there, or it cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made there.</exception>
    public static void MakeFolder(string path)
    {
        path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        int parent = OpenParent(path, out byte[] name);
        try
        {
            fixed (byte* text = name)
            {
                if (FileCalls.MakeFolderAt(parent, text, WrittenRights.OfFolder) != 0)
                    throw Refused(path);
                int folder = FileCalls.OpenAt(parent, text, (FileCalls.Folder & ~FileCalls.PathOnly) | FileCalls.NoLink, 0);
                if (folder < 0)
                    throw Refused(path);
                // One that another user put in its place meanwhile is empty as well, or it is not given away.
                Finish(folder, parent, WrittenRights.Readers == Readers.Owner ? null : WrittenRights.OfFolder, isFolder: true);
                _ = FileCalls.Close(folder);
            }
        }
        finally
        {
            _ = FileCalls.Close(parent);
        }
    }

    /// <summary>Makes a folder, and those that it is in, unless they are there.</summary>
    /// <inheritdoc cref="MakeFolder" path="/exception"/>
    public static void MakeFolders(string path)
    {
        if (Directory.Exists(path))
            return;
        if (Path.GetDirectoryName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(path))) is { } above)
            MakeFolders(above);
        try
        {
            MakeFolder(path);
        }
        catch (IOException) when (Directory.Exists(path))
        {
            // Another was faster.
        }
    }

    /// <summary>Opens a file that rows are added to, as it is; one that is not there is made.</summary>
    /// <exception cref="IOException">It is no regular file, or cannot be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read or written, or made.</exception>
    public static SafeFileHandle OpenOrMake(string path)
    {
        while (true)
        {
            if (Path.Exists(path))
                return RegularFile.OpenForWriting(path);
            try
            {
                return Make(path);
            }
            catch (IOException) when (Path.Exists(path))
            {
                // Another was faster.
            }
        }
    }

    /// <summary>Whether a folder, and no link to one, belongs to this user, or to who became root by sudo.</summary>
    public static bool IsFolder(string path)
    {
        fixed (byte* name = Encoding.UTF8.GetBytes(Path.TrimEndingDirectorySeparator(path) + '\0'))
        {
            return FileStatus.TryRead(name, FileStatus.NoFollow, FileStatus.Type | FileStatus.User, out FileStatus status)
                && status.Kind == FileKind.Folder && (status.UserId == FileOwner.OwnUser || status.UserId == SudoUser.Current?.UserId);
        }
    }

    private static SafeFileHandle Make(string path, int access)
    {
        path = Path.GetFullPath(path);
        int parent = OpenParent(path, out byte[] name);
        try
        {
            fixed (byte* text = name)
            {
                int file = FileCalls.OpenAt(parent, text, access | FileCalls.Create | FileCalls.Exclusive | FileCalls.CloseOnExec | FileCalls.NoLink, WrittenRights.OfFile);
                if (file < 0)
                    throw Refused(path);
                Finish(file, parent, WrittenRights.Readers == Readers.Owner ? null : WrittenRights.OfFile, isFolder: false);
                return new SafeFileHandle(file, ownsHandle: true);
            }
        }
        finally
        {
            _ = FileCalls.Close(parent);
        }
    }

    private static int OpenParent(string path, out byte[] name)
    {
        name = Encoding.UTF8.GetBytes(Path.GetFileName(path) + '\0');
        int parent = FileCalls.OpenFolder(Path.GetDirectoryName(path) ?? "/");
        return parent >= 0 ? parent : throw Refused(path);
    }

    // By descriptors only. The mask of the process takes rights away that were asked for, so they are given again.
    private static void Finish(int made, int parent, uint? mode, bool isFolder)
    {
        if (mode is { } wanted)
            _ = FileCalls.ChangeRights(made, wanted);
        if (SudoUser.Current is { } user
            && FileStatus.TryRead(parent, FileStatus.User, out FileStatus around) && around.UserId == user.UserId
            && FileStatus.TryRead(made, FileStatus.User | FileStatus.LinkCount, out FileStatus own) && own.UserId == 0
            && (isFolder ? IsEmpty(made) : own.Links == 1))
        {
            _ = FileCalls.ChangeOwner(made, user.UserId, user.GroupId ?? GroupUnchanged);
        }
    }

    private static bool IsEmpty(int folder) => !Directory.EnumerateFileSystemEntries($"/proc/self/fd/{folder}").Any();

    private static Exception Refused(string path)
    {
        int error = Marshal.GetLastPInvokeError();
        return error switch
        {
            FileCalls.NotPermitted or FileCalls.AccessDenied => new UnauthorizedAccessException($"Access to the path '{path}' is denied."),
            FileCalls.NoSuchFile => new DirectoryNotFoundException($"Could not find a part of the path '{path}'."),
            _ => new IOException($"{Marshal.GetPInvokeErrorMessage(error)} : '{path}'"),
        };
    }
}
