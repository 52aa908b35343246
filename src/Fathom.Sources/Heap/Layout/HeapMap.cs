using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Layout;

/// <summary>The outline of a heap: its segments, and where threads were about to put their next objects.</summary>
internal sealed class HeapMap
{
    /// <summary>Whether the GC can tell where objects are; false in the middle of a collection.</summary>
    public required bool CanWalk { get; init; }

    public required bool IsServer { get; init; }

    public required int HeapCount { get; init; }

    public required bool HasRegions { get; init; }

    /// <summary>Whether the heap count follows the load (DATAS); null where the runtime does not tell.</summary>
    public required bool? DynamicAdaptation { get; init; }

    /// <summary>In address order.</summary>
    public required IReadOnlyList<HeapSegment> Segments { get; init; }

    /// <summary>Chunks of memory in use by allocating threads, from the next free byte to the limit; in address order.</summary>
    public required IReadOnlyList<AddressRange> AllocationContexts { get; init; }

    /// <summary>The runtime's own type for free blocks.</summary>
    public required ulong FreeMethodTable { get; init; }

    public long AllocatedBytes => Segments.Sum(segment => segment.Objects.Length);

    public long CommittedBytes => Segments.Sum(segment => segment.CommittedBytes);
}
