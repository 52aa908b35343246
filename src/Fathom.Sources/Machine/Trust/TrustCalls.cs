using System.Runtime.InteropServices;

namespace Fathom.Sources.Machine.Trust;

/// <summary>System calls that look at an entry relative to a folder that is held open.</summary>
internal static unsafe partial class TrustCalls
{
    [LibraryImport("libc", EntryPoint = "openat", SetLastError = true)]
    public static partial int OpenAt(int folder, byte* path, int flags);

    [LibraryImport("libc", EntryPoint = "readlinkat", SetLastError = true)]
    public static partial nint ReadLinkAt(int folder, byte* path, byte* buffer, nint count);

    [LibraryImport("libc", EntryPoint = "fstatfs", SetLastError = true)]
    public static partial int FileSystem(int file, byte* result);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    public static partial uint EffectiveUser();
}
