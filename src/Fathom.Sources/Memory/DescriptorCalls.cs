using System.Runtime.InteropServices;

namespace Fathom.Sources.Memory;

/// <summary>
/// The system calls that show what a descriptor of another process holds. pidfd_getfd gives a duplicate of the descriptor, so nothing is opened anew, and
/// asking the duplicate changes nothing for its owner. Numbers are those of the Linux headers, the same on all architectures.
/// </summary>
internal static unsafe partial class DescriptorCalls
{
    public const nint PidfdOpen = 434;
    public const nint PidfdGetFd = 438;
    public const nuint UnreadBytes = 0x541B;
    public const int SocketLevel = 1;
    public const int SocketMemory = 55;
    public const long TmpfsMagic = 0x0102_1994;

    /// <summary>Bytes of struct statfs that are enough on all architectures; the first word is the type of the file system.</summary>
    public const int StatFsBytes = 256;

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    public static partial nint SystemCall(nint number, nint first, nint second, nint third);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    public static partial int Control(int file, nuint request, int* value);

    [LibraryImport("libc", EntryPoint = "getsockopt", SetLastError = true)]
    public static partial int SocketOption(int file, int level, int name, uint* value, uint* length);

    [LibraryImport("libc", EntryPoint = "fstatfs", SetLastError = true)]
    public static partial int FileSystem(int file, byte* result);

    [LibraryImport("libc", EntryPoint = "close")]
    public static partial int Close(int file);
}
