using System.Text;

namespace Fathom.Files;

/// <summary>How much room there is where something is to be written.</summary>
public static unsafe class FreeSpace
{
    // statvfs(3): size of a block, of a fragment, fragments, free ones, those that this user may take; the rest is not read.
    private const int Words = 32;

    /// <summary>Bytes that this user may still write in a folder; <see cref="long.MaxValue"/> where none are stated.</summary>
    public static long In(string folder)
    {
        ulong* words = stackalloc ulong[Words];
        fixed (byte* path = Encoding.UTF8.GetBytes(folder + '\0'))
        {
            bool isStated = FileCalls.FileSystemStatus(path, words) == 0 && words[2] > 0;
            return isStated ? (long)UInt128.Min(words[4] * (UInt128)words[1], long.MaxValue) : long.MaxValue;
        }
    }
}
