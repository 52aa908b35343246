using System.Buffers;
using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Memory;

/// <summary>
/// <c>/proc/PID/pagemap</c>: 64 bits per page of the address space; bit 63 says that the page is in memory, bit 62 that it is in swap. It needs the same
/// right as smaps. A page of zeros that was only read counts as in memory here and not in smaps.
/// </summary>
internal sealed class PageMap : IDisposable
{
    private const ulong Present = 1UL << 63;
    private const ulong Swapped = 1UL << 62;
    private const int ChunkEntries = 16 * 1024;

    private static readonly ulong s_pageSize = (ulong)Environment.SystemPageSize;

    private readonly SafeFileHandle _file;
    private readonly ulong[] _entries = ArrayPool<ulong>.Shared.Rent(ChunkEntries);

    /// <summary>Opens the page map of a process.</summary>
    /// <exception cref="IOException">The process is gone.</exception>
    /// <exception cref="UnauthorizedAccessException">It is not ours to read.</exception>
    public PageMap(string path) => _file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);

    /// <summary>Counts the bytes of a range that are in memory and in swap. Pages that are partly in the range count with that part.</summary>
    public (long ResidentBytes, long SwappedBytes) Count(AddressRange range, CancellationToken stop)
    {
        long resident = 0, swapped = 0;
        ulong page = range.Start / s_pageSize;
        ulong endPage = (range.End + s_pageSize - 1) / s_pageSize;
        while (page < endPage)
        {
            stop.ThrowIfCancellationRequested();
            int wanted = (int)Math.Min(endPage - page, ChunkEntries);
            int read = RandomAccess.Read(_file, MemoryMarshal.AsBytes(_entries.AsSpan(0, wanted)), (long)(page * sizeof(ulong))) / sizeof(ulong);
            if (read == 0)
                break;
            for (int i = 0; i < read; i++)
            {
                if ((_entries[i] & (Present | Swapped)) == 0)
                    continue;
                long part = PartOfPage(page + (ulong)i, range);
                if ((_entries[i] & Present) != 0)
                    resident += part;
                else
                    swapped += part;
            }

            page += (ulong)read;
        }

        return (resident, swapped);
    }

    public void Dispose()
    {
        ArrayPool<ulong>.Shared.Return(_entries);
        _file.Dispose();
    }

    private static long PartOfPage(ulong page, AddressRange range)
    {
        ulong start = Math.Max(page * s_pageSize, range.Start);
        ulong end = Math.Min((page + 1) * s_pageSize, range.End);
        return (long)(end - start);
    }
}
