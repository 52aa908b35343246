using System.Buffers.Binary;
using System.Globalization;
using Fathom.Files;
using Fathom.Sources.Machine.Files;
using Fathom.Sources.Machine.Processes;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// Reads what a process has mapped from programs, libraries and assemblies from their files in place of its memory. Reading through the memory makes the
/// kernel give the process pages that it never touched: its resident set would grow by what a look has read.
/// </summary>
/// <remarks>
/// <para>
/// Only private mappings without the right to write count, and of these only pages that the process has not changed: relocated data is made unwritable
/// after it was written, and lies in pages of the process's own. <c>/proc/PID/pagemap</c> tells for each page: 8 bytes, bit 63 for present, 62 for swapped, 61
/// for a page of a file. A page that is neither present nor swapped would be read from the file by the kernel too.
/// </para>
/// <para>
/// The file is the one behind <c>/proc/PID/map_files</c>; where that may not be followed, the path as the process sees it, if it still leads to the same file:
/// device and number as in <c>/proc/PID/maps</c>. Otherwise, and where anything cannot be read, the memory is read. What is mapped is looked up anew for each stop.
/// </para>
/// </remarks>
internal sealed class ImagePages : IDisposable
{
    private const int EntrySize = sizeof(ulong);
    private const ulong Present = 1UL << 63;
    private const ulong Swapped = 1UL << 62;
    private const ulong OfFile = 1UL << 61;

    private const int PagesAtOnce = 64;

    // Other than 4096 on some machines of arm64.
    private static readonly ulong s_pageSize = (ulong)Environment.SystemPageSize;

    private readonly List<Range> _ranges;
    private readonly SafeFileHandle _pageMap;
    private readonly Dictionary<string, SafeFileHandle?> _files = new(StringComparer.Ordinal);
    private readonly int _processId;

    private ImagePages(int processId, List<Range> ranges, SafeFileHandle pageMap) => (_processId, _ranges, _pageMap) = (processId, ranges, pageMap);

    private sealed record Range(ulong Start, ulong End, long Offset, string Device, ulong Inode, string Path);

    /// <summary>Looks at what a process has mapped; null where that may not be read.</summary>
    public static ImagePages? Of(int processId)
    {
        try
        {
            List<Range> ranges = [];
            foreach (string line in File.ReadLines($"/proc/{processId}/maps"))
            {
                if (Parse(line) is { } range)
                    ranges.Add(range);
            }

            return new ImagePages(processId, ranges, File.OpenHandle($"/proc/{processId}/pagemap"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Without them all is read from the memory, and who that is refused to is told there.
            return null;
        }
    }

    /// <summary>Reads from a file what a process would find in its memory.</summary>
    /// <param name="address">Where.</param>
    /// <param name="buffer">To be filled.</param>
    /// <returns>Whether it was filled; if not, the memory is to be read.</returns>
    public bool TryRead(ulong address, Span<byte> buffer)
    {
        if (RangeOf(address) is not { } range || address + (ulong)buffer.Length > range.End)
            return false;

        // Behind the end of the file the kernel shows zeros to the end of the page; such a read is rare, and left to the memory.
        try
        {
            return IsUnchanged(address, buffer.Length)
                && FileOf(range) is { } file
                && RandomAccess.Read(file, buffer, range.Offset + (long)(address - range.Start)) == buffer.Length;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        _pageMap.Dispose();
        foreach (SafeFileHandle? file in _files.Values)
            file?.Dispose();
    }

    // "7f00-7f01 r--p 0000 fe:01 1234    /usr/lib/libc.so.6"
    private static Range? Parse(string line)
    {
        int slash = line.IndexOf('/', StringComparison.Ordinal);
        if (slash < 0 || line.EndsWith(" (deleted)", StringComparison.Ordinal))
            return null;
        string[] parts = line[..slash].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (parts is not [var addresses, ['r', '-', _, 'p'], var offset, var device, var inode] || inode == "0")
            return null;
        int dash = addresses.IndexOf('-', StringComparison.Ordinal);
        return new Range(Hex(addresses.AsSpan(0, dash)), Hex(addresses.AsSpan(dash + 1)), (long)Hex(offset), device, ulong.Parse(inode, CultureInfo.InvariantCulture), line[slash..]);
    }

    private static ulong Hex(ReadOnlySpan<char> text) => ulong.Parse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);

    private Range? RangeOf(ulong address)
    {
        int low = 0, high = _ranges.Count;
        while (low < high)
        {
            int middle = (low + high) >>> 1;
            if (_ranges[middle].End <= address)
                low = middle + 1;
            else
                high = middle;
        }

        return low < _ranges.Count && _ranges[low].Start <= address ? _ranges[low] : null;
    }

    private bool IsUnchanged(ulong address, int length)
    {
        ulong page = address / s_pageSize, end = ((address + (ulong)length - 1) / s_pageSize) + 1;
        Span<byte> entries = stackalloc byte[PagesAtOnce * EntrySize];
        while (page < end)
        {
            Span<byte> some = entries[..((int)Math.Min(PagesAtOnce, end - page) * EntrySize)];
            if (RandomAccess.Read(_pageMap, some, (long)(page * EntrySize)) < some.Length)
                return false;
            for (int at = 0; at < some.Length; at += EntrySize)
            {
                ulong entry = BinaryPrimitives.ReadUInt64LittleEndian(some[at..]);
                if ((entry & Swapped) != 0 || (entry & (Present | OfFile)) == Present)
                    return false;
            }

            page += PagesAtOnce;
        }

        return true;
    }

    // Several threads may read at once.
    private SafeFileHandle? FileOf(Range range)
    {
        lock (_files)
        {
            if (!_files.TryGetValue(range.Path, out SafeFileHandle? file))
                _files.Add(range.Path, file = Open(range));
            return file;
        }
    }

    // The kernel's own link to what is mapped is surest, but only a privileged process may follow it.
    private SafeFileHandle? Open(Range range)
    {
        if (RegularFile.TryOpen(MapFile.PathOf(_processId, range.Start, range.End), out _) is { } mapped)
            return mapped;
        SafeFileHandle? file = RegularFile.TryOpen($"/proc/{_processId}/root{range.Path}", out _);
        if (file is null || FileIdentity.Is(file, range.Device, range.Inode))
            return file;
        file.Dispose();
        return null;
    }
}
