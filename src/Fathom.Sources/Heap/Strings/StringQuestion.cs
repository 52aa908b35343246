using System.Globalization;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Strings;

/// <summary>The strings of a heap by their texts.</summary>
/// <param name="options">How they are counted.</param>
/// <param name="snapshotId">Id of the snapshot in the recording.</param>
internal sealed class StringQuestion(StringOptions options, uint snapshotId) : HeapQuestion
{
    private StringTable _strings = new(options);

    /// <summary>What was counted.</summary>
    public StringTable Strings => _strings;

    public override HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due)
    {
        _strings = new StringTable(options);
        return new StringWalker(memory, map, catalog, heap.StringType.MethodTable, _strings, due);
    }

    public override void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        RowBatch<HeapStringRow> rows = new(sink);
        StringTotals totals = new();
        foreach (ref readonly StringEntry entry in _strings.Entries)
        {
            if (entry.Count == 0)
                continue;
            TextId text = entry.Sample == 0 ? TextId.None : sink.Ids.Text(_strings.SampleOf(entry));
            long size = entry.Count * StringTable.SizeOf(entry.Length);
            rows.Add(new HeapStringRow(snapshotId, entry.Hash, entry.Length, entry.Count, size, text));
            totals.Add(entry.Count, size);
        }

        rows.Flush();
        WriteOthers(sink, totals);
        totals.Write(snapshotId, sink);
    }

    private void WriteOthers(IRecordingSink sink, StringTotals totals)
    {
        for (int bits = 0; bits < _strings.Others.Length; bits++)
        {
            LengthTotal total = _strings.Others[bits];
            if (total.Count == 0)
                continue;
            sink.Write<HeapStringRow>([new(snapshotId, null, bits == 0 ? 0 : 1 << (bits - 1), total.Count, total.SizeBytes, TextId.None)]);
            totals.AddOthers(total.Count, total.SizeBytes);
        }

        if (totals.OtherCount > 0)
        {
            string reason = string.Create(CultureInfo.InvariantCulture, $"more than {options.MaxDistinct:#,##0} different strings: the others are counted and not compared");
            Lost(sink, totals.OtherCount, totals.OtherBytes, reason);
        }

        if (_strings.Lost.Count > 0)
            Lost(sink, _strings.Lost.Count, _strings.Lost.SizeBytes, "text that cannot be read");
    }

    private static void Lost(IRecordingSink sink, long count, long bytes, string reason) =>
        sink.Lost(new LossRow(sink.Ids.Text("heap"), sink.Ids.Text("strings"), 0, 0, count, bytes, sink.Ids.Text(reason)));
}
