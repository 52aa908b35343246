using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>
/// Memory of glibc's malloc beside the main heap. An arena of a thread is a heap that starts at a multiple of 64 MiB, its used part readable and writable,
/// the rest of the 64 MiB without access. A block of 128 KiB or more has a mapping of its own, and neighbours become one mapping; each begins with two
/// words: 0, and the length with bit 1 (IS_MMAPPED) set: that of the block, a multiple of the page size, or since glibc 2.43 that of its chunk, 16 bytes less.
/// </summary>
/// <param name="memory">The target's memory, read while it runs.</param>
/// <param name="pages">Bytes of a range that are resident and swapped.</param>
/// <param name="isMerged">Whether neighbouring mappings are listed as one, as in a core, so that a block may begin at any page.</param>
internal sealed class MallocClaims(ITargetMemory memory, Func<AddressRange, (long ResidentBytes, long SwappedBytes)> pages, bool isMerged = false)
{
    private const ulong ArenaBytes = 64 * 1024 * 1024;
    private const ulong MostHeadBytes = 4_096;
    private const ulong FlagBits = 7;
    private const ulong IsMapped = 2;
    private const ulong HeadBytes = 16;

    // Smaller blocks get no mapping of their own, unless a program asks for that.
    private const ulong LeastBlockBytes = 128 * 1024;

    private static readonly ulong s_pageSize = (ulong)Environment.SystemPageSize;

    /// <summary>Finds arenas by the shape of their mappings.</summary>
    /// <param name="mappings">All mappings, in address order.</param>
    public static IEnumerable<AddressClaim> Arenas(IReadOnlyList<Mapping> mappings)
    {
        for (int i = 0; i < mappings.Count; i++)
        {
            Mapping mapping = mappings[i];
            if (mapping.Start % ArenaBytes != 0 || !IsAnonymous(mapping) || mapping.SizeBytes > (long)ArenaBytes)
                continue;
            bool isFull = mapping.SizeBytes == (long)ArenaBytes;
            bool hasTail = i + 1 < mappings.Count && mappings[i + 1] is { IsReserved: true, Path: "" } tail && tail.Start == mapping.End && tail.End >= mapping.Start + ArenaBytes;
            if (hasTail && !isFull)
                yield return new AddressClaim(new AddressRange(mapping.Start, mapping.End), MemoryCategories.Malloc, MallocOwners.Arena);
        }
    }

    /// <summary>
    /// Finds arenas by what malloc writes at their start: their state, the heap before, their size, and how much of it may be written. One that has used its 64 MiB has no reserved rest, and
    /// neighbours become one mapping.
    /// </summary>
    /// <param name="mappings">All mappings.</param>
    public IEnumerable<AddressClaim> ArenasByHead(IReadOnlyList<Mapping> mappings)
    {
        ulong[] head = new ulong[4];
        foreach (Mapping mapping in mappings.Where(IsAnonymous))
        {
            for (ulong at = (mapping.Start + ArenaBytes - 1) & ~(ArenaBytes - 1); at >= mapping.Start && at < mapping.End; at += ArenaBytes)
            {
                if (pages(new AddressRange(at, at + s_pageSize)).ResidentBytes == 0 || memory.Read(at, MemoryMarshal.AsBytes(head.AsSpan())) < head.Length * sizeof(ulong))
                    continue;
                (ulong state, ulong before, ulong size, ulong writable) = (head[0], head[1], head[2], head[3]);
                bool isFirst = before == 0 && state > at && state < at + MostHeadBytes;
                bool isNext = before != 0 && before % ArenaBytes == 0 && state > MostHeadBytes && state % ArenaBytes < MostHeadBytes;
                if ((isFirst || isNext) && size is > 0 and <= ArenaBytes && size <= writable && writable <= ArenaBytes && writable % s_pageSize == 0 && at + writable <= mapping.End)
                    yield return new AddressClaim(new AddressRange(at, at + writable), MemoryCategories.Malloc, MallocOwners.Arena);
            }
        }
    }

    /// <summary>Finds large blocks at the beginning of what is left of anonymous mappings.</summary>
    /// <param name="mappings">All mappings.</param>
    /// <param name="claims">What has owners already; the blocks are added.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public void AddLargeBlocks(IReadOnlyList<Mapping> mappings, ClaimMap claims, CancellationToken stop)
    {
        List<AddressClaim> found = [];
        foreach (Mapping mapping in mappings.Where(IsAnonymous))
        {
            ulong at = mapping.Start;
            foreach (AddressClaim claim in claims.Within(new AddressRange(mapping.Start, mapping.End)))
            {
                AddBlocks(found, at, claim.Range.Start, stop);
                at = claim.Range.End;
            }

            AddBlocks(found, at, mapping.End, stop);
        }

        foreach (AddressClaim claim in found)
            claims.Add(claim);
    }

    // With the tunable decorate_maps, malloc names what it maps.
    private static bool IsAnonymous(Mapping mapping) =>
        mapping is { IsPrivateWritable: true, Inode: 0 } && (mapping.Path.Length == 0 || mapping.Path.StartsWith("[anon: glibc: malloc", StringComparison.Ordinal));

    private void AddBlocks(List<AddressClaim> found, ulong start, ulong end, CancellationToken stop)
    {
        for (ulong at = start; at < end;)
        {
            ulong after = EndOfBlocks(at, end, stop);
            if (after > at && (at == start || after - at >= LeastBlockBytes))
                found.Add(new AddressClaim(new AddressRange(at, after), MemoryCategories.Malloc, MallocOwners.LargeBlocks));
            else if (!isMerged)
                return;
            at = Math.Max(after, at + s_pageSize);
        }
    }

    // The end of the blocks that follow one another from here.
    private ulong EndOfBlocks(ulong at, ulong end, CancellationToken stop)
    {
        while (at < end && at % s_pageSize == 0)
        {
            stop.ThrowIfCancellationRequested();
            ulong length = BlockLength(at);
            if (length == 0 || length > end - at)
                break;
            at += length;
        }

        return at;
    }

    // A page that is not resident is not read: that would change the target's page tables, and malloc has written to the first page of a block.
    private ulong BlockLength(ulong address)
    {
        Span<ulong> head = stackalloc ulong[2];
        if (pages(new AddressRange(address, address + s_pageSize)).ResidentBytes == 0
            || memory.Read(address, MemoryMarshal.AsBytes(head)) < 2 * sizeof(ulong))
        {
            return 0;
        }

        ulong length = head[1] & ~FlagBits;
        if (length % s_pageSize == s_pageSize - HeadBytes)
            length += HeadBytes;
        return head[0] == 0 && (head[1] & FlagBits) == IsMapped && length != 0 && length % s_pageSize == 0 ? length : 0;
    }
}
