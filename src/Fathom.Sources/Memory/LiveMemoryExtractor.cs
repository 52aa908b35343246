using System.Diagnostics;
using Fathom.Model.Memory;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Memory;

/// <summary>Reads where all memory of a running process is. The process is not stopped.</summary>
/// <param name="processId">The process.</param>
/// <param name="options">How it is looked at.</param>
public sealed class LiveMemoryExtractor(int processId, MemoryExtractorOptions options) : IExtractor
{
    private readonly long _start = options.RecordingStart == 0 ? Stopwatch.GetTimestamp() : options.RecordingStart;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("looking at the process", 0, 0));
        MemoryReading reading = new MemoryReader(processId, options).Read(stop);
        foreach (string note in reading.Notes)
            options.Noted?.Invoke(note);
        progress.Report(new Progress("writing the look", 0, 0));
        Write(sink, reading);
    }

    private void Write(IRecordingSink sink, MemoryReading reading)
    {
        MemorySnapshotRow snapshot = new(
            options.SnapshotId,
            options.ProcessId,
            Stopwatch.GetElapsedTime(_start).Ticks * TimeSpan.NanosecondsPerTick,
            sink.Ids.Text(reading.Intrusion),
            null,
            null,
            reading.MappingCount,
            reading.ThreadCount,
            reading.Rollup["Rss"],
            reading.Rollup["Pss"],
            reading.Rollup["Swap"],
            reading.Status["VmRSS"],
            reading.Status["RssAnon"],
            reading.Status["RssFile"],
            reading.Status["RssShmem"]);
        sink.Write(new ReadOnlySpan<MemorySnapshotRow>(in snapshot));
        sink.Write<MemoryRegionRow>(Regions(sink.Ids, reading.Pieces));
        sink.Write<MemoryHoldingRow>([.. reading.Holdings.Select(holding => new MemoryHoldingRow(
            options.SnapshotId, sink.Ids.Text(holding.Category), sink.Ids.Text(holding.Owner), holding.Count, holding.SizeBytes))]);
        if (reading.Cgroup is { } group)
        {
            sink.Write<CgroupFactRow>([.. group.Facts.Select(fact => new CgroupFactRow(
                options.SnapshotId, sink.Ids.Text(group.Path), group.Version, sink.Ids.Text(fact.Name), fact.SizeBytes, fact.Count, fact.DurationNs))]);
        }
    }

    private MemoryRegionRow[] Regions(Interner ids, IReadOnlyList<MemoryPiece> pieces)
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
                ids.Text(piece.Mapping.Permissions),
                ids.Text(piece.Category),
                ids.Text(piece.Owner),
                ids.Text(piece.Mapping.Path.Length == 0 ? null : piece.Mapping.Path),
                piece.Range.Length,
                piece.RssBytes,
                piece.PssBytes,
                piece.PrivateBytes,
                piece.SwapBytes);
        }

        return rows;
    }
}
