using System.Runtime.InteropServices;
using Fathom.Model.Findings;
using Fathom.Model.Inspection;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Sources.RuntimeTables;

namespace Fathom.Sources.Inspection;

/// <summary>Turns what one look at the objects of a heap gave into rows. Inspectors with a table of their own write it themselves.</summary>
/// <param name="sink">Takes the rows.</param>
/// <param name="snapshotId">Id of the look.</param>
internal sealed class InspectionRows(IRecordingSink sink, uint snapshotId)
{
    /// <summary>Writes all tables of the look.</summary>
    /// <param name="inspection">What was found.</param>
    /// <param name="threadIds">Ids of the thread table by the numbers of the threads.</param>
    public void Write(HeapInspection inspection, IReadOnlyDictionary<int, uint> threadIds)
    {
        WriteTotals(inspection);
        foreach (ITableInspector inspector in inspection.Inspectors.OfType<ITableInspector>())
            inspector.Write(sink, snapshotId);
        HeapDuplicateRow[] duplicates = [.. inspection.Strings.Worst.Select(text => new HeapDuplicateRow(snapshotId, Text(text.Text), text.Length, text.Count, text.WastedBytes))];
        sink.Write<HeapDuplicateRow>(duplicates);
        HeapDelegateRow[] delegates = [.. inspection.Events.Select(entry => new HeapDelegateRow(
            snapshotId,
            entry.Delegate.Address,
            Text(entry.Delegate.Type),
            entry.Delegate.Count,
            Text(entry.TargetType),
            entry.TargetTypeCount,
            Text(entry.Owner?.Type),
            Text(entry.Owner?.Field),
            entry.Owner?.IsStatic == true))];
        sink.Write<HeapDelegateRow>(delegates);
        HeapPileRow[] piles = [.. inspection.Piles.Select(pile => new HeapPileRow(snapshotId, Text(pile.Kind), Text(pile.Name), pile.Address, pile.Count))];
        sink.Write<HeapPileRow>(piles);
        HeapCorruptionRow[] broken = [.. inspection.Broken.Select(table => new HeapCorruptionRow(
            snapshotId, table.Address, Text(table.Type), Text(table.Fault.Problem), table.Fault.Bucket, table.Fault.Entry, table.Table.Count))];
        sink.Write<HeapCorruptionRow>(broken);
        List<HeapCorruptionThreadRow> inside = [];
        foreach (ThreadInTable thread in inspection.ThreadsInTables)
        {
            if (threadIds.TryGetValue(thread.Tid, out uint id))
                inside.Add(new HeapCorruptionThreadRow(snapshotId, thread.Table, id, Text(thread.Method)));
        }

        sink.Write<HeapCorruptionThreadRow>(CollectionsMarshal.AsSpan(inside));
    }

    private void WriteTotals(HeapInspection inspection)
    {
        RuntimeReading runtime = inspection.Runtime;
        sink.Write<HeapInspectionRow>([new(
            snapshotId,
            inspection.Totals.ObjectCount,
            inspection.Totals.ObjectBytes,
            inspection.Totals.FreeBytes,
            runtime.Handles.Where(static entry => entry.Key.Kind is "pinned" or "async_pinned").Sum(static entry => entry.Value.SizeBytes),
            inspection.UnreadCount,
            inspection.UnreadBytes,
            inspection.Strings.Count,
            inspection.Strings.SizeBytes,
            inspection.Strings.WastedBytes,
            runtime.Finalizables.Where(static entry => entry.Key.State == "ready").Sum(static entry => entry.Value.Count),
            inspection.Finalizer.ReadyCountBefore,
            inspection.Finalizer.Stands)]);
        foreach (string type in inspection.UnknownTypes)
            sink.Lost(new LossRow(Text("findings"), Text(type), 0, 0, 0, 0, Text("not judged: its fields are not known in this version of the runtime")));
        if (inspection.UnknownDelegates > 0)
            sink.Lost(new LossRow(Text("findings"), Text(LookParts.Events), 0, 0, inspection.UnknownDelegates, 0, Text("not known whether they are alive: references of the heap could not be read")));
        if (inspection.UnreadCount > 0)
            sink.Lost(new LossRow(Text("findings"), Text("content of objects"), 0, 0, inspection.UnreadCount, inspection.UnreadBytes, Text("not read, to keep the stop short")));
    }

    private TextId Text(string? text) => sink.Ids.Text(text);
}
