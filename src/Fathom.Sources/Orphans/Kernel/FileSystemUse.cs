using System.Globalization;
using System.Text;

namespace Fathom.Sources.Orphans.Kernel;

/// <summary>How much of a mounted file system is used, by statfs(2). Asked of file systems in memory only: another one may wait for a server.</summary>
internal static unsafe class FileSystemUse
{
    private const int ResultBytes = 256;

    /// <summary>Used bytes; null where the kernel does not count them or the place cannot be reached.</summary>
    public static long? Bytes(MachineFolders folders, MountPoint mount)
    {
        ulong* result = stackalloc ulong[ResultBytes / sizeof(ulong)];
        fixed (byte* path = Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{folders.Proc}/{mount.ProcessId}/root{mount.Path}\0")))
        {
            // f_type, f_bsize, f_blocks, f_bfree; without a limit there are no blocks to count.
            return OrphanCalls.FileSystem(path, (byte*)result) == 0 && result[2] > 0 ? (long)((result[2] - result[3]) * result[1]) : null;
        }
    }
}
