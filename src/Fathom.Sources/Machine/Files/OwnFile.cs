using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Machine.Files;

/// <summary>
/// Files and folders that only their owner may read: stacks, arguments and texts of programs are in them. They are made anew by one call of the kernel each: whatever somebody put in their
/// place, a link too, is refused, and what was made is not looked for by its name again.
/// </summary>
public static unsafe partial class OwnFile
{
    private const int WriteOnly = 1;
    private const int Create = 0x40;
    private const int Exclusive = 0x80;
    private const uint OwnerOnly = 0x180;
    private const uint OwnerFolder = 0x1C0;

    /// <summary>Makes a file, to be written.</summary>
    /// <exception cref="IOException">Something is there, or it cannot be made.</exception>
    public static SafeFileHandle Make(string path)
    {
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
        {
            int file = OpenNew(name, WriteOnly | Create | Exclusive | FileCalls.CloseOnExec, OwnerOnly);
            return file >= 0 ? new SafeFileHandle(file, ownsHandle: true) : throw Refused(path);
        }
    }

    /// <summary>Makes a folder.</summary>
    /// <exception cref="IOException">Something is there, or it cannot be made.</exception>
    public static void MakeFolder(string path)
    {
        fixed (byte* name = Encoding.UTF8.GetBytes(path + '\0'))
        {
            if (MakeDirectory(name, OwnerFolder) != 0)
                throw Refused(path);
        }
    }

    /// <summary>Whether a folder, and no link to one, belongs to this user.</summary>
    public static bool IsFolder(string path)
    {
        fixed (byte* name = Encoding.UTF8.GetBytes(Path.TrimEndingDirectorySeparator(path) + '\0'))
        {
            return FileStatus.TryRead(name, FileStatus.NoFollow, FileStatus.Type | FileStatus.User, out FileStatus status)
                && status.Kind == FileKind.Folder && status.UserId == FileOwner.OwnUser;
        }
    }

    private static IOException Refused(string path) => new($"'{path}': {Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError())}");

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true)]
    private static partial int OpenNew(byte* path, int flags, uint mode);

    [LibraryImport("libc", EntryPoint = "mkdir", SetLastError = true)]
    private static partial int MakeDirectory(byte* path, uint mode);
}
