using System.Runtime.InteropServices;

namespace ManyMappings;

/// <summary>Memory whose pages are writable and read-only by turns, so that each page is a mapping of its own.</summary>
internal static unsafe class PageMosaic
{
    private const int ReadOnly = 1;
    private const int ReadWrite = 3;
    private const int PrivateAnonymous = 0x22;

    public static void Create(int mappings)
    {
        if (mappings == 0)
            return;
        nuint page = (nuint)Environment.SystemPageSize;
        byte* pages = (byte*)Map(null, (nuint)mappings * page, ReadWrite, PrivateAnonymous, -1, 0);
        if (pages == (byte*)-1)
            throw new InvalidOperationException($"mmap failed: {Marshal.GetLastPInvokeErrorMessage()}");
        for (int i = 0; i < mappings; i++)
        {
            pages[(nuint)i * page] = 1;
            if (i % 2 == 0 && Protect(pages + ((nuint)i * page), page, ReadOnly) != 0)
                throw new InvalidOperationException($"mprotect failed at mapping {i}: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    [DllImport("libc", EntryPoint = "mmap", SetLastError = true)]
    private static extern void* Map(void* address, nuint length, int protection, int flags, int file, nint offset);

    [DllImport("libc", EntryPoint = "mprotect", SetLastError = true)]
    private static extern int Protect(void* address, nuint length, int protection);
}
