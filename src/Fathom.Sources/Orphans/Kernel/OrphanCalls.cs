using System.Runtime.InteropServices;

namespace Fathom.Sources.Orphans.Kernel;

/// <summary>The system calls that only the scan of a machine needs. Numbers are those of the Linux headers, the same on all 64-bit architectures.</summary>
internal static unsafe partial class OrphanCalls
{
    public const nint CacheStat = 451;
    public const int ReadWriteMapping = 1;
    public const int Shared = 1;
    public const int CloseOnExec = 1;
    public const uint HugePages = 4;

    /// <summary>MSG_PEEK, MSG_DONTWAIT and MSG_CMSG_CLOEXEC: the message stays where it is, and nothing is waited for.</summary>
    public const int PeekFlags = 0x2 | 0x40 | 0x4000_0000;
    public const int PeerCredentials = 17;
    public const int NewIpc = 0x0800_0000;

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    public static partial nint SystemCall(nint number, nint first, void* second, void* third, nint fourth);

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    public static partial nint Map(nint address, nuint length, int protection, int flags, int file, long offset);

    [LibraryImport("libc", EntryPoint = "munmap")]
    public static partial int Unmap(nint address, nuint length);

    [LibraryImport("libc", EntryPoint = "mincore", SetLastError = true)]
    public static partial int InCore(nint address, nuint length, byte* pages);

    [LibraryImport("libc", EntryPoint = "memfd_create", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int CreateMemoryFile(string name, uint flags);

    [LibraryImport("libc", EntryPoint = "recvmsg", SetLastError = true)]
    public static partial nint Receive(int socket, MessageHead* message, int flags);

    [LibraryImport("libc", EntryPoint = "setns", SetLastError = true)]
    public static partial int EnterNamespace(int file, int kind);

    [LibraryImport("libc", EntryPoint = "statfs", SetLastError = true)]
    public static partial int FileSystem(byte* path, byte* result);
}
