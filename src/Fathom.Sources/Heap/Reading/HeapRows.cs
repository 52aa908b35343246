using System.Diagnostics;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Walking;

namespace Fathom.Sources.Heap.Reading;

/// <summary>Turns what one look at a heap gave into rows.</summary>
internal sealed class HeapRows(IRecordingSink sink, HeapExtractorOptions options)
{
    private static readonly string[] s_generations = [.. Enum.GetNames<HeapGeneration>().Select(name => name.ToLowerInvariant())];

    /// <summary>The name of a generation in the tables.</summary>
    public static string NameOf(HeapGeneration generation) => s_generations[(int)generation];

    /// <summary>Writes all tables of the snapshot.</summary>
    /// <param name="reading">What was read.</param>
    /// <param name="source">live or core.</param>
    /// <param name="timestamp">When the target was stopped or the dump opened, as a <see cref="Stopwatch"/> time stamp.</param>
    /// <param name="expectedPause">Estimate made before the stop; null for a dump.</param>
    /// <param name="pause">Measured; null for a dump.</param>
    public void Write(HeapReading reading, string source, long timestamp, TimeSpan? expectedPause, TimeSpan? pause)
    {
        WriteTypes(reading);
        WriteUsages(reading);
        WriteSizes(reading);
        WriteSegments(reading);
        WriteLosses(reading);
        HeapMap map = reading.Map;
        long contextBytes = 0, walkedBytes = 0;
        foreach (SegmentBalance balance in reading.Balances)
        {
            contextBytes += balance.AllocationContextBytes;
            walkedBytes += balance.WalkedBytes;
        }

        HeapSnapshotRow snapshot = new(
            options.SnapshotId,
            options.ProcessId,
            options.NsAt(timestamp),
            Text(source),
            Text(map.IsServer ? "server" : "workstation"),
            map.HeapCount,
            map.HasRegions,
            map.DynamicAdaptation,
            expectedPause is { } expected ? Nanoseconds(expected) : null,
            pause is { } measured ? Nanoseconds(measured) : null,
            map.CommittedBytes,
            map.AllocatedBytes,
            contextBytes,
            walkedBytes,
            reading.Losses.Bytes);
        sink.Write<HeapSnapshotRow>([snapshot]);
    }

    private static long Nanoseconds(TimeSpan time) => time.Ticks * TimeSpan.NanosecondsPerTick;

    // Type ids are the walk's own numbers, from 1; numbers of types that were not met are not used.
    private void WriteTypes(HeapReading reading)
    {
        List<HeapTypeRow> rows = [];
        for (int number = 0; number < reading.Types.Count; number++)
        {
            if (reading.Types[number] is not var (type, module))
                continue;
            bool isFree = type.MethodTable == reading.Map.FreeMethodTable;
            rows.Add(new HeapTypeRow(
                options.SnapshotId,
                (uint)number + 1,
                Text(isFree ? "free" : "object"),
                Text(type.Name),
                Text(module.FileName),
                Text(module.Path),
                Text(module.LoadContext),
                type.MethodTable));
        }

        sink.Write<HeapTypeRow>(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(rows));
    }

    private void WriteUsages(HeapReading reading)
    {
        TextId[] generations = [.. s_generations.Select(Text)];
        RowBatch<HeapUsageRow> rows = new(sink);
        foreach (HeapUsage usage in reading.Usages)
            rows.Add(new HeapUsageRow(options.SnapshotId, (uint)usage.Type + 1, usage.SegmentId, generations[(int)usage.Generation], usage.Count, usage.SizeBytes));
        rows.Flush();
    }

    private void WriteSizes(HeapReading reading)
    {
        HeapSizeRow[] rows = [.. reading.Sizes.Select(sizes => new HeapSizeRow(options.SnapshotId, (uint)sizes.Type + 1, sizes.FromBytes, sizes.Count, sizes.SizeBytes))];
        sink.Write<HeapSizeRow>(rows);
    }

    private void WriteSegments(HeapReading reading)
    {
        RowBatch<HeapSegmentRow> rows = new(sink);
        for (int i = 0; i < reading.Balances.Length; i++)
        {
            HeapSegment segment = reading.Map.Segments[i];
            SegmentBalance balance = reading.Balances[i];
            rows.Add(new HeapSegmentRow(
                options.SnapshotId,
                segment.Id,
                segment.HeapIndex,
                Text(segment.Kind),
                segment.Objects.Start,
                segment.Objects.End,
                segment.CommittedBytes,
                segment.Objects.Length,
                balance.WalkedBytes,
                balance.ObjectCount));
        }

        rows.Flush();
    }

    private void WriteLosses(HeapReading reading)
    {
        foreach (HeapLoss loss in reading.Losses.All)
        {
            HeapSegment segment = reading.Map.Segments[(int)loss.SegmentId - 1];
            sink.Lost(new LossRow(
                Text("heap"), Text($"segment {segment.Id} ({segment.Kind})"), loss.Range.Start, loss.Range.End, 0, loss.Bytes, Text(loss.Reason)));
        }
    }

    private TextId Text(string? text) => sink.Ids.Text(text);
}
