using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Kernel;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>
/// How much of an open file is in the page cache: cachestat(2) since Linux 6.5, before that mincore(2) of a mapping that is never touched. Both answer only
/// for files that one may write or owns, unless one is root.
/// </summary>
internal static unsafe class PageCache
{
    private const int WindowPages = 64 * 1024;

    /// <summary>Cached bytes of one of our own descriptors; null where the kernel does not tell.</summary>
    public static long? Bytes(int file) => ByCacheStat(file) ?? ByMapping(file);

    /// <summary>As the kernel counts it.</summary>
    internal static long? ByCacheStat(int file)
    {
        ulong* range = stackalloc ulong[2];
        range[0] = range[1] = 0;
        ulong* counts = stackalloc ulong[5];
        return OrphanCalls.SystemCall(OrphanCalls.CacheStat, file, range, counts, 0) == 0 ? (long)counts[0] * Environment.SystemPageSize : null;
    }

    /// <summary>Page by page. Pages behind the end of a file that was cut meanwhile are not touched either, so nothing can fault.</summary>
    internal static long? ByMapping(int file)
    {
        if (DescriptorFacts.Of(file) is not { IsFile: true })
            return null;
        if (Length(file) is not { } size)
            return null;
        long page = Environment.SystemPageSize, cached = 0;
        byte[] present = new byte[WindowPages];
        for (long offset = 0; offset < size; offset += WindowPages * page)
        {
            nuint length = (nuint)Math.Min(WindowPages * page, size - offset);
            nint start = OrphanCalls.Map(0, length, OrphanCalls.ReadWriteMapping, OrphanCalls.Shared, file, offset);
            if (start == -1)
                return null;
            fixed (byte* pages = present)
            {
                int result = OrphanCalls.InCore(start, length, pages);
                _ = OrphanCalls.Unmap(start, length);
                if (result != 0)
                    return null;
            }

            int count = (int)(((long)length + page - 1) / page);
            for (int i = 0; i < count; i++)
                cached += (present[i] & 1) * page;
        }

        return cached;
    }

    // A descriptor that only stands for a name (O_PATH) says that it is of a regular file, and takes no other question.
    private static long? Length(int file)
    {
        try
        {
            using SafeFileHandle handle = new(file, ownsHandle: false);
            return RandomAccess.GetLength(handle);
        }
        catch (Exception e) when (e is NotSupportedException or IOException)
        {
            return null;
        }
    }
}
