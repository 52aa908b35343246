using System.Globalization;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>The objects of some types, one by one.</summary>
/// <param name="query">Which ones.</param>
/// <param name="snapshotId">Id of the snapshot in the recording.</param>
internal sealed class ObjectListQuestion(ObjectQuery query, uint snapshotId) : HeapQuestion
{
    private List<ObjectPlace> _found = [];
    private long _omittedCount;
    private long _omittedBytes;
    private Func<(long Count, long Bytes)> _omitted = static () => default;

    public override HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due)
    {
        ObjectListWalker walker = new(memory, map, catalog, query, IsWanted, due);
        _found = walker.Found;
        _omitted = () => (walker.OmittedCount, walker.OmittedBytes);
        return walker;

        bool IsWanted(ulong methodTable) =>
            methodTable != map.FreeMethodTable && heap.GetTypeByMethodTable(methodTable)?.Name is { } name && query.Types.Matches(name);
    }

    public override void Complete(ClrRuntime runtime, ITargetMemory memory, HeapReading reading, CancellationToken due) => (_omittedCount, _omittedBytes) = _omitted();

    public override void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        RowBatch<HeapObjectRow> rows = new(sink);
        foreach (ObjectPlace place in _found)
        {
            rows.Add(new HeapObjectRow(
                snapshotId, place.Address, (uint)place.Type + 1, place.SegmentId, sink.Ids.Text(HeapRows.NameOf(place.Generation)), place.SizeBytes, null, null));
        }

        rows.Flush();
        if (_omittedCount > 0)
        {
            string reason = string.Create(CultureInfo.InvariantCulture, $"more than {query.MaxObjects:#,##0} objects: those after {_found[^1].Address:x} are not listed");
            sink.Lost(new LossRow(sink.Ids.Text("heap"), sink.Ids.Text("objects"), _found[^1].Address, 0, _omittedCount, _omittedBytes, sink.Ids.Text(reason)));
        }
    }
}
