using System.Runtime.InteropServices;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Segments;

/// <summary>What the segments of a heap are used for: objects, free blocks, and objects that cannot be moved.</summary>
/// <param name="snapshotId">Id of the snapshot in the recording.</param>
internal sealed class SegmentQuestion(uint snapshotId) : HeapQuestion
{
    private readonly Dictionary<(uint Segment, HeapGeneration Generation), FreeSpace> _free = [];
    private readonly Dictionary<(uint Segment, HeapGeneration Generation), PinnedSpace> _pinned = [];
    private HeapReading? _reading;

    public override HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due)
    {
        _free.Clear();
        return new SegmentWalker(memory, map, catalog, _free, due);
    }

    public override void Complete(ClrRuntime runtime, ITargetMemory memory, HeapReading reading, CancellationToken due)
    {
        _reading = reading;
        FindPinned(runtime, reading.Map, due);
    }

    public override void Rehearse(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due) => FindPinned(runtime, map, due);

    public override void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        Dictionary<(uint Segment, HeapGeneration Generation), (long Count, long Bytes)> used = [];
        foreach (HeapUsage usage in _reading!.Usages)
        {
            if (_reading.Types[usage.Type]?.Type.MethodTable == _reading.Map.FreeMethodTable)
                continue;
            ref (long Count, long Bytes) sum = ref CollectionsMarshal.GetValueRefOrAddDefault(used, (usage.SegmentId, usage.Generation), out _);
            sum = (sum.Count + usage.Count, sum.Bytes + usage.SizeBytes);
        }

        List<HeapSegmentUseRow> rows = [];
        foreach (HeapSegment segment in _reading.Map.Segments)
        {
            foreach ((HeapGeneration generation, AddressRange range) in segment.Generations)
            {
                (uint, HeapGeneration) key = (segment.Id, generation);
                FreeSpace free = _free.GetValueOrDefault(key);
                PinnedSpace pinned = _pinned.GetValueOrDefault(key);
                (long count, long bytes) = used.GetValueOrDefault(key);

                // What is committed behind the last object is for new ones, so it belongs to the last generation.
                long behind = range.End == segment.Objects.End ? Math.Max(0, segment.CommittedBytes - segment.Objects.Length) : 0;
                rows.Add(new HeapSegmentUseRow(
                    snapshotId, segment.Id, sink.Ids.Text(HeapRows.NameOf(generation)), range.Length + behind, range.Length, count, bytes,
                    free.Count, free.Bytes, free.LargestBytes, free.ListedBytes, pinned.Count, pinned.Bytes));
            }
        }

        sink.Write<HeapSegmentUseRow>(CollectionsMarshal.AsSpan(rows));
    }

    private void FindPinned(ClrRuntime runtime, HeapMap map, CancellationToken due)
    {
        _pinned.Clear();
        SegmentFinder segments = new(map.Segments);
        HashSet<ulong> seen = [];
        foreach (ClrHandle handle in runtime.EnumerateHandles())
        {
            due.ThrowIfCancellationRequested();
            if (handle.HandleKind is not (ClrHandleKind.Pinned or ClrHandleKind.AsyncPinned) || handle.Object.Address == 0 || !seen.Add(handle.Object.Address))
                continue;
            if (segments.Find(handle.Object.Address) is not var (segment, generation) || !handle.Object.IsValid)
                continue;
            ref PinnedSpace space = ref CollectionsMarshal.GetValueRefOrAddDefault(_pinned, (segment.Id, generation), out _);
            space.Count++;
            space.Bytes += (long)Math.Max(HeapLayout.MinObjectSize, HeapLayout.AlignUp(handle.Object.Size));
        }
    }
}
