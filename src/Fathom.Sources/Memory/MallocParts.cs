using Fathom.Model.Memory;
using Fathom.Model.Tables;
using Fathom.Sources.Memory.Malloc;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>Turns what of malloc's memory is in use and free into rows.</summary>
internal static class MallocParts
{
    private static readonly string[] s_names = [MallocPartNames.InUse, MallocPartNames.Free, MallocPartNames.NotKnown];

    /// <summary>The rows of all pieces of malloc.</summary>
    /// <param name="pieces">All pieces of the look.</param>
    /// <param name="malloc">What of malloc is in use and free.</param>
    /// <param name="snapshotId">The look.</param>
    /// <param name="ids">Interner of the recording.</param>
    /// <param name="ofCore">Whether the resident bytes of the pieces are those that a core holds.</param>
    public static IEnumerable<MemoryPartRow> Of(IReadOnlyList<MemoryPiece> pieces, MallocReading malloc, uint snapshotId, Interner ids, bool ofCore = false)
    {
        for (int i = 0; i < pieces.Count; i++)
        {
            MemoryPiece piece = pieces[i];
            if (piece.Category != MemoryCategories.Malloc)
                continue;
            (long[] length, long[] rss) = Divide(piece, Around(piece.Range, malloc.Stretches));
            long[] pss = MappingSplitter.Share(piece.PssBytes, rss), own = MappingSplitter.Share(piece.PrivateBytes, rss);
            long[] swap = MappingSplitter.Share(piece.SwapBytes, [.. length.Zip(rss, static (all, resident) => Math.Max(0, all - resident))]);
            for (int part = 0; part < s_names.Length; part++)
            {
                if (length[part] == 0 && rss[part] == 0 && swap[part] == 0)
                    continue;
                yield return ofCore
                    ? new MemoryPartRow(snapshotId, (uint)i + 1, ids.Text(s_names[part]), length[part], null, null, null, null, rss[part])
                    : new MemoryPartRow(snapshotId, (uint)i + 1, ids.Text(s_names[part]), length[part], rss[part], pss[part], own[part], swap[part]);
            }
        }
    }

    /// <summary>The rows of all arenas.</summary>
    public static IEnumerable<MallocArenaRow> Arenas(MallocReading malloc, uint snapshotId, Interner ids) => malloc.Arenas.Select((arena, i) => new MallocArenaRow(
        snapshotId,
        (uint)i + 1,
        ids.Text(arena.Name),
        arena.Address,
        arena.ThreadCount,
        arena.HeapCount,
        arena.SizeBytes,
        arena.InUseBytes,
        arena.InUseCount,
        arena.FreeBytes,
        arena.FreeCount,
        arena.FreeResidentBytes,
        arena.TrimmableBytes,
        arena.TopBytes,
        arena.CachedBytes,
        arena.LargestFreeBytes,
        arena.NotKnownBytes,
        ids.Text(arena.Problem)));

    // Stretches are disjoint and in address order, and the target decides how many there are.
    private static MallocStretch Around(AddressRange range, IReadOnlyList<MallocStretch> stretches)
    {
        int low = 0, high = stretches.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (stretches[middle].Range.End < range.End)
                low = middle + 1;
            else
                high = middle;
        }

        return low < stretches.Count && stretches[low].Range.Start <= range.Start ? stretches[low] : default;
    }

    // In use, free, not known: lengths that add up to the piece, and resident bytes that add up to its resident ones. A heap in several mappings is divided alike in each.
    private static (long[] Length, long[] Rss) Divide(MemoryPiece piece, MallocStretch stretch)
    {
        long length = piece.Range.Length;
        if (stretch.Range.Length == 0)
            return ([0, 0, length], [0, 0, piece.RssBytes]);
        double part = length / (double)stretch.Range.Length;
        long notKnown = Of(stretch.NotKnownBytes, length), free = Of(stretch.FreeBytes, length - notKnown);
        long notKnownResident = Of(stretch.NotKnownResidentBytes, piece.RssBytes), freeResident = Of(stretch.FreeResidentBytes, piece.RssBytes - notKnownResident);
        return ([length - notKnown - free, free, notKnown], [piece.RssBytes - notKnownResident - freeResident, freeResident, notKnownResident]);

        long Of(long bytes, long most) => Math.Min((long)(bytes * part), most);
    }
}
