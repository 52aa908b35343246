using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Files;

/// <summary>
/// The few system calls that /proc and files of others are read with. They are called directly because files of /proc vanish or are refused while they
/// are read: an errno costs nothing where an exception costs 20 microseconds, and a path stays a span of bytes.
/// </summary>
internal static unsafe partial class FileCalls
{
    public const int ReadOnly = 0;
    public const int WriteOnly = 1;
    public const int ReadWrite = 2;
    public const int Create = 0x40;
    public const int Exclusive = 0x80;
    public const int CloseOnExec = 0x80000;
    public const int NonBlocking = 0x800;
    public const int PathOnly = 0x200000;
    public const int NoSuchFile = 2;
    public const int NoSuchProcess = 3;
    public const int NotPermitted = 1;
    public const int InterruptedCall = 4;
    public const int NoSuchDevice = 6;
    public const int WouldBlock = 11;
    public const int AccessDenied = 13;
    public const int IsThere = 17;
    public const int Unknown = 22;
    public const int ReadOnlyDisk = 30;
    public const int NoSuchCall = 38;
    public const int IsFolder = 21;

    /// <summary>Flags that open a folder for its place only. O_DIRECTORY differs between architectures.</summary>
    public static int Folder { get; } = PathOnly | CloseOnExec | (IsArm ? 0x4000 : 0x10000);

    /// <summary>A link as the last part of a path is refused (O_NOFOLLOW); it differs as well.</summary>
    public static int NoLink { get; } = IsArm ? 0x8000 : 0x20000;

    private static bool IsArm => RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm;

    /// <summary>Opens a folder for its place only; less than 0 where that cannot be.</summary>
    public static int OpenFolder(string path)
    {
        fixed (byte* bytes = Encoding.UTF8.GetBytes(path + '\0'))
            return Open(bytes, Folder);
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true)]
    public static partial int Open(byte* path, int flags);

    /// <summary>Opens what is in an open folder, or makes it.</summary>
    [LibraryImport("libc", EntryPoint = "openat", SetLastError = true)]
    public static partial int OpenAt(int folder, byte* name, int flags, uint mode);

    [LibraryImport("libc", EntryPoint = "mkdirat", SetLastError = true)]
    public static partial int MakeFolderAt(int folder, byte* name, uint mode);

    /// <summary>Removes what is in an open folder; a link itself.</summary>
    [LibraryImport("libc", EntryPoint = "unlinkat", SetLastError = true)]
    public static partial int RemoveAt(int folder, byte* name, int flags);

    [LibraryImport("libc", EntryPoint = "renameat", SetLastError = true)]
    public static partial int RenameAt(int folder, byte* name, int newFolder, byte* newName);

    [LibraryImport("libc", EntryPoint = "renameat2", SetLastError = true)]
    public static partial int RenameWith(int folder, byte* name, int newFolder, byte* newName, uint flags);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    public static partial int Flush(int file);

    [LibraryImport("libc", EntryPoint = "fchown", SetLastError = true)]
    public static partial int ChangeOwner(int file, uint user, uint group);

    [LibraryImport("libc", EntryPoint = "fchmod", SetLastError = true)]
    public static partial int ChangeRights(int file, uint mode);

    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    public static partial int Lock(int file, int operation);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    public static partial int Control(int file, int command, nint value);

    [LibraryImport("libc", EntryPoint = "umask")]
    public static partial uint SetMask(uint mask);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    public static partial nint Read(int file, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "close")]
    public static partial int Close(int file);

    [LibraryImport("libc", EntryPoint = "readlink", SetLastError = true)]
    public static partial nint ReadLink(byte* path, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "access", SetLastError = true)]
    public static partial int Access(byte* path, int mode);

    /// <summary>Makes a folder for its owner alone; the last six characters of the name are replaced.</summary>
    [LibraryImport("libc", EntryPoint = "mkdtemp", SetLastError = true)]
    public static partial byte* MakeTemporaryFolder(byte* name);

    /// <summary>statx(2): unlike stat, its structure is the same on all architectures.</summary>
    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true)]
    public static partial int StatX(int folder, byte* path, int flags, uint mask, FileStatus* result);
}
