using System.Runtime.InteropServices;
using Fathom.Model;
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

/// <summary>The inside of one object. The walk proves that it is one: an address that looks like an object may be the rest of a dead one.</summary>
/// <param name="query">Which object.</param>
/// <param name="snapshotId">Id of the snapshot in the recording.</param>
internal sealed class ObjectQuestion(ObjectDetailQuery query, uint snapshotId) : HeapQuestion
{
    private const string ListsObjects = "fathom heap objects PROCESS --type NAME lists objects with their addresses";

    private Func<ObjectPlace?> _nearest = static () => null;
    private ObjectPlace _place;
    private ObjectFacts? _facts;

    public override HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due)
    {
        LocatingWalker walker = new(memory, map, catalog, query.Address, due);
        _nearest = () => walker.Nearest;
        return walker;
    }

    // The address is looked at as if an object were there; whether one is shows in the stop.
    public override void Rehearse(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due)
    {
        try
        {
            new ObjectReader(runtime.Heap, memory).Read(query.Address, query.Skip, query.MaxElements, due);
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            // The running target may show anything, and the DAC answers nonsense with errors of any kind.
        }
    }

    public override void Complete(ClrRuntime runtime, ITargetMemory memory, HeapReading reading, CancellationToken due)
    {
        if (_nearest() is not { } nearest)
            throw FathomException.Target($"There is no object at 0x{query.Address:x}: the address is not on the managed heap.", ListsObjects);
        KnownType type = reading.Types[nearest.Type]!.Value.Type;
        bool isFree = type.MethodTable == reading.Map.FreeMethodTable;
        if (nearest.Address != query.Address || isFree)
            throw NoObject(nearest, isFree ? "free space" : $"'{type.Name}'");
        _place = nearest;
        _facts = new ObjectReader(runtime.Heap, memory).Read(query.Address, query.Skip, query.MaxElements, due);
    }

    public override void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        ObjectFacts facts = _facts!;
        sink.Write<HeapObjectRow>([new(
            snapshotId, _place.Address, (uint)_place.Type + 1, _place.SegmentId, sink.Ids.Text(HeapRows.NameOf(_place.Generation)), _place.SizeBytes, facts.ElementCount, facts.Capacity)]);
        List<HeapObjectFieldRow> rows = [];
        foreach (ObjectField field in facts.Fields)
        {
            rows.Add(new HeapObjectFieldRow(
                snapshotId,
                facts.Address,
                sink.Ids.Text(field.IsElement ? "element" : "field"),
                field.Position,
                sink.Ids.Text(field.Name),
                sink.Ids.Text(field.Type),
                sink.Ids.Text(field.Value),
                field.Reference,
                field.Address,
                sink.Ids.Text(field.DeclaredBy)));
        }

        sink.Write<HeapObjectFieldRow>(CollectionsMarshal.AsSpan(rows));
        long unreadable = rows.Count(static row => !row.Value.HasValue);
        if (facts.Trouble is { } trouble)
            Lost(sink, 1, $"the object is inconsistent: {trouble}");
        if (unreadable > 0)
            Lost(sink, unreadable, "values that cannot be read");
    }

    private FathomException NoObject(ObjectPlace nearest, string what) => query.Address == nearest.Address
        ? FathomException.Target($"There is no object at 0x{query.Address:x}: {nearest.SizeBytes} bytes of {what} start there.", ListsObjects)
        : (query.Address - nearest.Address) < (ulong)nearest.SizeBytes
            ? FathomException.Target($"There is no object at 0x{query.Address:x}: it is byte {query.Address - nearest.Address} of {what} at 0x{nearest.Address:x}.", $"--address 0x{nearest.Address:x}")
            : FathomException.Target($"There is no object at 0x{query.Address:x}: the nearest one before it is {what} at 0x{nearest.Address:x}.", $"--address 0x{nearest.Address:x}");

    private static void Lost(IRecordingSink sink, long count, string reason) =>
        sink.Lost(new LossRow(sink.Ids.Text("heap"), sink.Ids.Text("object"), 0, 0, count, 0, sink.Ids.Text(reason)));
}
