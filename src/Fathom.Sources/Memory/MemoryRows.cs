using System.Diagnostics;
using Fathom.Model.Memory;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>Turns what one look at memory gave into rows.</summary>
/// <param name="sink">The recording that they go to.</param>
/// <param name="options">The ids that they get.</param>
internal sealed class MemoryRows(IRecordingSink sink, LookOptions options)
{
    /// <summary>Writes all tables of the look.</summary>
    /// <param name="reading">What was read.</param>
    /// <param name="heap">What the managed heap consists of and its snapshot in the same stop, or null.</param>
    public void Write(MemoryReading reading, (uint SnapshotId, HeapParts Parts)? heap = null)
    {
        Interner ids = sink.Ids;
        MemorySnapshotRow snapshot = new(
            options.SnapshotId,
            options.ProcessId,
            options.NsAt(reading.Pause is { } stop ? stop.Timestamp : Stopwatch.GetTimestamp()),
            ids.Text(reading.Intrusion),
            reading.Pause is { } expected ? Nanoseconds(expected.Expected) : null,
            reading.Pause is { } pause ? Nanoseconds(pause.Measured) : null,
            reading.MappingCount,
            reading.ThreadCount,
            reading.Rollup["Rss"],
            reading.Rollup["Pss"],
            reading.Rollup["Swap"],
            reading.Status["VmRSS"],
            reading.Status["RssAnon"],
            reading.Status["RssFile"],
            reading.Status["RssShmem"],
            heap?.SnapshotId);
        sink.Write(new ReadOnlySpan<MemorySnapshotRow>(in snapshot));
        sink.Write<MemoryRegionRow>(Regions(reading.Pieces));
        if (heap is { Parts: { } parts })
            sink.Write<MemoryPartRow>([.. parts.Of(reading.Pieces, options.SnapshotId, ids)]);
        sink.Write<MemoryPartRow>([.. MallocParts.Of(reading.Pieces, reading.Malloc, options.SnapshotId, ids)]);
        sink.Write<MallocArenaRow>([.. MallocParts.Arenas(reading.Malloc, options.SnapshotId, ids)]);
        sink.Write<MemoryHoldingRow>([.. reading.Holdings.Select(holding => new MemoryHoldingRow(
            options.SnapshotId, ids.Text(holding.Category), ids.Text(holding.Owner), holding.Count, holding.SizeBytes))]);
        if (reading.Cgroup is { } group)
        {
            sink.Write<CgroupFactRow>([.. group.Facts.Select(fact => new CgroupFactRow(
                options.SnapshotId, ids.Text(group.Path), group.Version, ids.Text(fact.Name), fact.SizeBytes, fact.Count, fact.DurationNs))]);
        }
    }

    /// <summary>Writes all tables of what a core alone tells.</summary>
    /// <param name="reading">What was read.</param>
    /// <param name="heapSnapshotId">The snapshot of the managed heap in the same recording, or null.</param>
    /// <param name="parts">What the managed heap consists of, or null where its objects were not walked.</param>
    public void Write(CoreMemoryReading reading, uint? heapSnapshotId, HeapParts? parts)
    {
        MemorySnapshotRow snapshot = new()
        {
            SnapshotId = options.SnapshotId,
            ProcessId = options.ProcessId,
            Intrusion = sink.Ids.Text(MemoryFacts.CoreAlone),
            MappingCount = reading.MappingCount,
            ThreadCount = reading.ThreadCount,
            HeapSnapshotId = heapSnapshotId,
        };
        sink.Write(new ReadOnlySpan<MemorySnapshotRow>(in snapshot));
        sink.Write<MemoryRegionRow>(Regions(reading.Pieces, ofCore: true));
        if (parts is not null)
            sink.Write<MemoryPartRow>([.. parts.Of(reading.Pieces, options.SnapshotId, sink.Ids, ofCore: true)]);
        sink.Write<MemoryPartRow>([.. MallocParts.Of(reading.Pieces, reading.Malloc, options.SnapshotId, sink.Ids, ofCore: true)]);
        sink.Write<MallocArenaRow>([.. MallocParts.Arenas(reading.Malloc, options.SnapshotId, sink.Ids)]);
    }

    private static long Nanoseconds(TimeSpan time) => time.Ticks * TimeSpan.NanosecondsPerTick;

    private MemoryRegionRow[] Regions(IReadOnlyList<MemoryPiece> pieces, bool ofCore = false)
    {
        MemoryRegionRow[] rows = new MemoryRegionRow[pieces.Count];
        uint mapping = 0;
        for (int i = 0; i < rows.Length; i++)
        {
            MemoryPiece piece = pieces[i];
            if (i == 0 || piece.Mapping != pieces[i - 1].Mapping)
                mapping++;
            rows[i] = new MemoryRegionRow(
                options.SnapshotId,
                (uint)i + 1,
                mapping,
                piece.Range.Start,
                piece.Range.End,
                sink.Ids.Text(piece.Mapping.Permissions),
                sink.Ids.Text(piece.Category),
                sink.Ids.Text(piece.Owner),
                sink.Ids.Text(piece.Mapping.Path.Length == 0 ? null : piece.Mapping.Path),
                piece.Range.Length,
                ofCore ? null : piece.RssBytes,
                ofCore ? null : piece.PssBytes,
                ofCore ? null : piece.PrivateBytes,
                ofCore ? null : piece.SwapBytes,
                SavedBytes: ofCore ? piece.RssBytes : null);
        }

        return rows;
    }
}
