using System.Runtime.InteropServices;

namespace Fathom.Sources.Machine.Resources;

/// <summary>
/// Asks the kernel for pages of 2 MiB where large arrays lie: an array of 100 MB then costs 50 page faults in place of 25,000, which would take longer
/// than everything that is done with it. And gives back what a large array does not need any more.
/// </summary>
internal static unsafe partial class LargePages
{
    private const nuint PageSize = 2 * 1024 * 1024;
    private const int SmallPage = 4096;
    private const int AdviseHugePage = 14;
    private const int AdviseNotNeeded = 4;

    /// <summary>Asks for them. Where the kernel has none, nothing changes.</summary>
    public static void Ask(byte* start, long length)
    {
        nuint from = ((nuint)start + PageSize - 1) & ~(PageSize - 1), to = ((nuint)start + (nuint)length) & ~(PageSize - 1);
        if (to > from)
            _ = MemoryAdvise((void*)from, to - from, AdviseHugePage);
    }

    /// <summary>Touches every page once, so that the first use of the memory is fast later.</summary>
    public static void Touch(byte* start, long length)
    {
        for (long offset = 0; offset < length; offset += SmallPage)
            Volatile.Write(ref start[offset], 0);
    }

    /// <summary>Gives memory back to the kernel whose content nobody needs any more. Pages that lie in it only in part are kept.</summary>
    public static void Release(byte* start, long length)
    {
        nuint from = ((nuint)start + SmallPage - 1) & ~(nuint)(SmallPage - 1), to = ((nuint)start + (nuint)Math.Max(0, length)) & ~(nuint)(SmallPage - 1);
        if (to > from)
            _ = MemoryAdvise((void*)from, to - from, AdviseNotNeeded);
    }

    [LibraryImport("libc", EntryPoint = "madvise")]
    private static partial int MemoryAdvise(void* address, nuint length, int advice);
}
