using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Layout;

/// <summary>Asks the DAC, through ClrMD, for the outline of the heap.</summary>
internal static class HeapMapReader
{
    public static HeapMap Read(ClrRuntime runtime)
    {
        ClrHeap heap = runtime.Heap;
        return new HeapMap
        {
            CanWalk = heap.CanWalkHeap,
            IsServer = heap.IsServer,
            HeapCount = heap.SubHeaps.Length,
            HasRegions = heap.SubHeaps.Length > 0 && heap.SubHeaps[0].HasRegions,
            DynamicAdaptation = heap.DynamicAdaptationMode is { } mode ? mode != 0 : null,
            Segments = HeapSegment.Apart(
                [.. heap.Segments.Where(segment => segment.End > segment.Start).OrderBy(segment => segment.Start).Select((segment, index) => Segment(segment, (uint)index + 1))]),
            AllocationContexts = [.. heap.EnumerateAllocationContexts()
                .Select(context => new AddressRange(context.Start, context.End))
                .OrderBy(context => context.Start)],
            FreeMethodTable = heap.FreeType.MethodTable,
        };
    }

    private static HeapSegment Segment(ClrSegment segment, uint id) => new()
    {
        Id = id,
        HeapIndex = segment.SubHeap.Index,
        Kind = segment.Kind switch
        {
            GCSegmentKind.Generation0 => "gen0",
            GCSegmentKind.Generation1 => "gen1",
            GCSegmentKind.Generation2 => "gen2",
            GCSegmentKind.Ephemeral => "ephemeral",
            GCSegmentKind.Large => "large",
            GCSegmentKind.Pinned => "pinned",
            GCSegmentKind.Frozen => "frozen",
            _ => throw new InvalidOperationException($"ClrMD named a kind of segment that is not known here: {segment.Kind}."),
        },
        Objects = new AddressRange(segment.Start, segment.End),
        CommittedBytes = (long)segment.CommittedMemory.Length,
        Generations = Generations(segment),
    };

    // The oldest generation comes first in an ephemeral segment.
    private static List<(HeapGeneration, AddressRange)> Generations(ClrSegment segment)
    {
        if (segment.Kind != GCSegmentKind.Ephemeral)
            return [(Generation(segment.Kind), new AddressRange(segment.Start, segment.End))];
        ulong gen1 = Math.Clamp(segment.Generation1.Start, segment.Start, segment.End);
        ulong gen0 = Math.Clamp(segment.Generation0.Start, gen1, segment.End);
        List<(HeapGeneration Generation, AddressRange Range)> all =
        [
            (HeapGeneration.Gen2, new AddressRange(segment.Start, gen1)),
            (HeapGeneration.Gen1, new AddressRange(gen1, gen0)),
            (HeapGeneration.Gen0, new AddressRange(gen0, segment.End)),
        ];
        all.RemoveAll(part => part.Range.Length == 0);
        return all;
    }

    private static HeapGeneration Generation(GCSegmentKind kind) => kind switch
    {
        GCSegmentKind.Generation0 => HeapGeneration.Gen0,
        GCSegmentKind.Generation1 => HeapGeneration.Gen1,
        GCSegmentKind.Large => HeapGeneration.Large,
        GCSegmentKind.Pinned => HeapGeneration.Pinned,
        GCSegmentKind.Frozen => HeapGeneration.Frozen,
        _ => HeapGeneration.Gen2,
    };
}
