using System.Globalization;
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
    private const int CopyBytes = 1 << 20;

    private static int s_refusals;
    private static string s_refused = "";
    private static string s_reason = "";

    /// <summary>Makes a file, to be written and read.</summary>
    /// <exception cref="IOException">Something is there, or it cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made there.</exception>
    public static SafeFileHandle Make(string path)
    {
        int file = MakeDescriptor(path, out int error);
        return file >= 0 ? new SafeFileHandle(file, ownsHandle: true) : throw Refused(path, error);
    }

    /// <summary>Makes a file, for who writes to it by its descriptor and closes that.</summary>
    /// <param name="path">Its path; there must be none yet.</param>
    /// <param name="error">Error number; 0 where it was made.</param>
    /// <returns>The descriptor; less than 0 where it was not made.</returns>
    public static int MakeDescriptor(string path, out int error)
    {
        path = Path.GetFullPath(path);
        int parent = OpenParent(path, out byte[] name);
        error = parent < 0 ? Marshal.GetLastPInvokeError() : 0;
        if (parent < 0)
            return parent;
        int file = MakeIn(parent, name, path, out error);
        _ = FileCalls.Close(parent);
        return file;
    }

    /// <summary>Gives a file that a helper of this process wrote, such as the writer of dumps, the owner and the rights of what this process makes.</summary>
    /// <remarks>One that another user owns, as the writer of a program of that user makes it, or that has a second name, is replaced by a copy: nobody else can change that one later.</remarks>
    /// <exception cref="IOException">It is not there, is no regular file, or cannot be copied.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read or replaced.</exception>
    public static void TakeOver(string path)
    {
        path = Path.GetFullPath(path);
        int parent = OpenParent(path, out byte[] name);
        if (parent < 0)
            throw Refused(path, Marshal.GetLastPInvokeError());
        try
        {
            using SafeFileHandle written = new(OpenIn(parent, name, path), ownsHandle: true);
            int file = (int)written.DangerousGetHandle();
            if (!FileStatus.TryRead(file, FileStatus.Type | FileStatus.User | FileStatus.LinkCount, out FileStatus own) || own.Kind != FileKind.Regular)
                throw new IOException($"'{path}' is {own.Kind.Tell()}, not a file.");
            if (own.UserId == FileOwner.OwnUser && own.Links == 1)
                Finish(file, parent, path, WrittenRights.OfFile, isFolder: false);
            else
                Replace(written, parent, name, path);
        }
        finally
        {
            _ = FileCalls.Close(parent);
        }
    }

    /// <summary>One sentence about what could not be given the rights or the owner that it should have, since the last call; null where all could.</summary>
    public static string? TakeRefusals()
    {
        int count = Interlocked.Exchange(ref s_refusals, 0);
        return count == 0 ? null : string.Create(
            CultureInfo.InvariantCulture, $"{count} of the written files and folders, such as '{s_refused}', {(count == 1 ? "does" : "do")} not have the owner or the rights asked for: {s_reason}.");
    }

    /// <summary>Makes a file as a stream.</summary>
    /// <inheritdoc cref="Make(string)" path="/exception"/>
    public static FileStream MakeStream(string path, int bufferSize = 4096) => new(Make(path), FileAccess.ReadWrite, bufferSize);

    /// <summary>Makes a file in place of one that an ended process of the same number left.</summary>
    /// <inheritdoc cref="Make(string)" path="/exception"/>
    public static FileStream Remake(string path, int bufferSize = 4096)
    {
        OwnTree.DeleteFile(path);
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
        if (parent < 0)
            throw Refused(path, Marshal.GetLastPInvokeError());
        try
        {
            fixed (byte* text = name)
            {
                if (FileCalls.MakeFolderAt(parent, text, WrittenRights.OfFolder) != 0)
                    throw Refused(path, Marshal.GetLastPInvokeError());
                int folder = FileCalls.OpenAt(parent, text, (FileCalls.Folder & ~FileCalls.PathOnly) | FileCalls.NoLink, 0);
                if (folder < 0)
                    throw Refused(path, Marshal.GetLastPInvokeError());
                // One that another user put in its place meanwhile is empty as well, or it is not given away.
                if (Finish(folder, parent, path, WrittenRights.Readers == Readers.Owner ? null : WrittenRights.OfFolder, isFolder: true))
                    HeldFolders.Hold(path, folder);
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

    /// <summary>Opens the folder of a path for its place only; less than 0 where that cannot be.</summary>
    internal static int OpenParent(string path, out byte[] name)
    {
        name = Encoding.UTF8.GetBytes(Path.GetFileName(path) + '\0');
        return HeldFolders.Open(Path.GetDirectoryName(path) ?? "/");
    }

    /// <summary>Makes a file in an open folder, of which the path is told where something is refused.</summary>
    internal static int MakeIn(int parent, byte[] name, string path, out int error)
    {
        fixed (byte* text = name)
        {
            int file = FileCalls.OpenAt(parent, text, FileCalls.ReadWrite | FileCalls.Create | FileCalls.Exclusive | FileCalls.CloseOnExec | FileCalls.NoLink, WrittenRights.OfFile);
            error = file < 0 ? Marshal.GetLastPInvokeError() : 0;
            if (file >= 0)
                _ = Finish(file, parent, path, WrittenRights.Readers == Readers.Owner ? null : WrittenRights.OfFile, isFolder: false);
            return file;
        }
    }

    private static int OpenIn(int parent, byte[] name, string path)
    {
        fixed (byte* text = name)
        {
            int file = FileCalls.OpenAt(parent, text, FileCalls.ReadOnly | FileCalls.CloseOnExec | FileCalls.NonBlocking | FileCalls.NoLink, 0);
            return file >= 0 ? file : throw Refused(path, Marshal.GetLastPInvokeError());
        }
    }

    private static void Replace(SafeFileHandle written, int parent, byte[] name, string path)
    {
        fixed (byte* text = name)
        {
            if (FileCalls.RemoveAt(parent, text, 0) != 0)
                throw Refused(path, Marshal.GetLastPInvokeError());
        }

        int made = MakeIn(parent, name, path, out int error);
        if (made < 0)
            throw Refused(path, error);
        using FileStream source = new(written, FileAccess.Read, bufferSize: 0), target = new(new SafeFileHandle(made, ownsHandle: true), FileAccess.ReadWrite, bufferSize: 0);
        source.CopyTo(target, CopyBytes);
    }

    // By descriptors only. The mask of the process takes rights away that were asked for, so they are given again. Whether it was given to the user of sudo.
    private static bool Finish(int made, int parent, string path, uint? mode, bool isFolder)
    {
        if ((mode is null && SudoUser.Current is null)
            || !FileStatus.TryRead(made, FileStatus.User | FileStatus.LinkCount, out FileStatus own) || own.UserId != FileOwner.OwnUser || !(isFolder ? IsEmpty(made) : own.Links == 1))
        {
            return false;
        }

        if (mode is { } wanted && FileCalls.ChangeRights(made, wanted) != 0)
            Refuse(path);
        if (SudoUser.Current is not { } user || !FileStatus.TryRead(parent, FileStatus.User, out FileStatus around) || around.UserId != user.UserId)
            return false;
        if (FileCalls.ChangeOwner(made, user.UserId, user.GroupId ?? GroupUnchanged) == 0)
            return true;
        Refuse(path);
        return false;
    }

    // A file system without owners refuses all of them; the content is whole all the same.
    private static void Refuse(string path)
    {
        if (Interlocked.Increment(ref s_refusals) == 1)
            (s_refused, s_reason) = (path, Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError()));
    }

    private static bool IsEmpty(int folder) => !Directory.EnumerateFileSystemEntries($"/proc/self/fd/{folder}").Any();

    /// <summary>What the kernel refused, as an exception.</summary>
    internal static Exception Refused(string path, int error) =>
        error switch
        {
            FileCalls.NotPermitted or FileCalls.AccessDenied => new UnauthorizedAccessException($"Access to the path '{path}' is denied."),
            FileCalls.NoSuchFile => new DirectoryNotFoundException($"Could not find a part of the path '{path}'."),
            // The base library gives its own exceptions the number of the error too.
            _ => new IOException($"{Marshal.GetPInvokeErrorMessage(error)} : '{path}'", error),
        };
}
