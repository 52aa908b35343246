using System.Runtime.InteropServices;

namespace Fathom.Storage.Recordings;

/// <summary>The system calls that .NET does not offer: making a rename durable, and asking whose a folder is.</summary>
internal static unsafe partial class PosixCalls
{
    private const int CurrentFolder = -100;
    private const int ReadOnlyDirectory = 0x10000 | 0x80000;

    /// <summary>Gives a file a second name.</summary>
    /// <returns>False where the file system cannot, or the two are on different ones.</returns>
    public static bool TryLink(string existing, string name)
    {
        if (!OperatingSystem.IsLinux())
            return false;
        using DuckDb.Native.Utf8Text from = new(existing);
        using DuckDb.Native.Utf8Text to = new(name);
        return link(from.Pointer, to.Pointer) == 0;
    }

    /// <summary>Makes the names in a folder durable. A file system that cannot is as durable as it gets.</summary>
    public static void FlushFolder(string folder)
    {
        if (!OperatingSystem.IsLinux())
            return;
        using DuckDb.Native.Utf8Text path = new(folder);
        int file = open(path.Pointer, ReadOnlyDirectory);
        if (file < 0)
            return;
        _ = fsync(file);
        _ = close(file);
    }

    /// <summary>Whether a path is an ordinary file, or a link to one: a pipe blocks who opens it, and a device may act.</summary>
    public static bool IsRegularFile(string path)
    {
        if (!OperatingSystem.IsLinux())
            return File.Exists(path);
        const int modeOffset = 28, typeMask = 0xF000, regular = 0x8000;
        const uint type = 0x1;
        using DuckDb.Native.Utf8Text name = new(path);
        byte* facts = stackalloc byte[256];
        return statx(CurrentFolder, name.Pointer, 0, type, facts) == 0 && (*(ushort*)(facts + modeOffset) & typeMask) == regular;
    }

    /// <summary>Whether a path is a folder, no link to one, that belongs to the user of this process and lets nobody else in.</summary>
    public static bool IsPrivateFolder(string path)
    {
        const int noFollow = 0x100, ownerOffset = 20, modeOffset = 28, folderForOwner = 0x41c0;
        const uint basicFacts = 0x7ff;
        using DuckDb.Native.Utf8Text name = new(path);
        byte* facts = stackalloc byte[256];
        return statx(CurrentFolder, name.Pointer, noFollow, basicFacts, facts) == 0
            && *(ushort*)(facts + modeOffset) == folderForOwner
            && *(uint*)(facts + ownerOffset) == geteuid();
    }

    [LibraryImport("libc")]
    private static partial int statx(int folder, byte* path, int flags, uint mask, byte* result);

    [LibraryImport("libc")]
    private static partial uint geteuid();

    // Variadic in C; without a mode the two-argument form is the same call on every Linux ABI.
    [LibraryImport("libc")]
    private static partial int open(byte* path, int flags);

    [LibraryImport("libc")]
    private static partial int link(byte* existing, byte* name);

    [LibraryImport("libc")]
    private static partial int fsync(int file);

    [LibraryImport("libc")]
    private static partial int close(int file);
}
