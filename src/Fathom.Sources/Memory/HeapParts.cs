using Fathom.Model.Heap;
using Fathom.Model.Memory;
using Fathom.Model.Tables;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>
/// Of what the segments of a heap consist, found by a walk of its objects: objects, alive and dead apart where that was asked, and free space. Where
/// references were lost, what none reached is not known to be dead. What could not be walked counts as objects, and is reported as a loss.
/// </summary>
internal sealed class HeapParts
{
    private static readonly string[] s_names = ["allocated", "free"];
    private static readonly string[] s_liveNames = [HeapPartNames.Live, HeapPartNames.Dead, "free"];
    private static readonly string[] s_partlyLiveNames = [HeapPartNames.Live, HeapPartNames.NotKnown, "free"];

    private readonly string[] _names;
    private readonly List<(AddressRange Range, long[] Bytes)> _segments = [];

    private HeapParts(string[] names) => _names = names;

    /// <summary>Sums up a walk.</summary>
    /// <param name="reading">The walk.</param>
    /// <param name="mark">Tells which objects are alive, or null where nobody asked.</param>
    public static HeapParts Of(HeapReading reading, LiveAnalysis? mark)
    {
        Dictionary<uint, long> free = [];
        foreach (HeapUsage usage in reading.Usages)
        {
            if (reading.Types[usage.Type]?.Type.MethodTable == reading.Map.FreeMethodTable)
                free[usage.SegmentId] = free.GetValueOrDefault(usage.SegmentId) + usage.SizeBytes;
        }

        IReadOnlyDictionary<uint, long>? live = mark?.BytesBySegment;
        HeapParts parts = new(mark is null ? s_names : mark.IsWhole ? s_liveNames : s_partlyLiveNames);
        foreach (HeapSegment segment in reading.Map.Segments)
        {
            // Unused ends of allocation contexts hold no objects either.
            long unused = free.GetValueOrDefault(segment.Id) + reading.Balances[(int)segment.Id - 1].AllocationContextBytes;
            long objects = segment.Objects.Length - unused;
            long alive = live?.GetValueOrDefault(segment.Id) ?? 0;
            parts._segments.Add((segment.Objects, live is null ? [objects, unused] : [alive, Math.Max(0, objects - alive), unused]));
        }

        parts._segments.Sort(static (a, b) => a.Range.Start.CompareTo(b.Range.Start));
        return parts;
    }

    /// <summary>The rows of all pieces of the managed heap.</summary>
    /// <param name="pieces">All pieces of the look.</param>
    /// <param name="snapshotId">The look.</param>
    /// <param name="ids">Interner of the recording.</param>
    /// <param name="ofCore">Whether the resident bytes of the pieces are those that a core holds.</param>
    public IEnumerable<MemoryPartRow> Of(IReadOnlyList<MemoryPiece> pieces, uint snapshotId, Interner ids, bool ofCore = false)
    {
        for (int i = 0; i < pieces.Count; i++)
        {
            MemoryPiece piece = pieces[i];
            if (piece.Category != MemoryCategories.ManagedHeap || (SegmentAt(piece.Range) ?? NoObjects(piece.Range)) is not { } bytes)
                continue;
            long[] length = MappingSplitter.Share(piece.Range.Length, bytes);
            long[] rss = MappingSplitter.Share(piece.RssBytes, bytes);
            long[] pss = MappingSplitter.Share(piece.PssBytes, bytes);
            long[] own = MappingSplitter.Share(piece.PrivateBytes, bytes);
            long[] swap = MappingSplitter.Share(piece.SwapBytes, bytes);
            for (int part = 0; part < _names.Length; part++)
            {
                yield return ofCore
                    ? new MemoryPartRow(snapshotId, (uint)i + 1, ids.Text(_names[part]), length[part], null, null, null, null, rss[part])
                    : new MemoryPartRow(snapshotId, (uint)i + 1, ids.Text(_names[part]), length[part], rss[part], pss[part], own[part], swap[part]);
            }
        }
    }

    // A region without objects is no segment of the walk; what it has committed is the beginning of a page, and free.
    private long[]? NoObjects(AddressRange piece) => piece.Length < Environment.SystemPageSize ? new long[_names.Length] : null;

    // The segment whose objects lie in the piece: the piece may begin before the first one, with what is committed there.
    private long[]? SegmentAt(AddressRange piece)
    {
        int low = 0, high = _segments.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_segments[middle].Range.End <= piece.Start)
                low = middle + 1;
            else
                high = middle;
        }

        return low < _segments.Count && _segments[low].Range.Start < piece.End ? _segments[low].Bytes : null;
    }
}
