using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Layout;

/// <summary>One segment or region of a heap: where it is and which generations its parts belong to.</summary>
internal sealed class HeapSegment
{
    /// <summary>Number in the snapshot, from 1.</summary>
    public required uint Id { get; init; }

    /// <summary>The GC heap that it belongs to, from 0.</summary>
    public required int HeapIndex { get; init; }

    /// <summary>gen0, gen1, gen2, ephemeral, large, pinned or frozen.</summary>
    public required string Kind { get; init; }

    /// <summary>The part that holds objects.</summary>
    public required AddressRange Objects { get; init; }

    /// <summary>Memory that the GC has committed for it.</summary>
    public required long CommittedBytes { get; init; }

    /// <summary>The generations of the objects, in address order and without gaps; one, but for an ephemeral segment.</summary>
    public required IReadOnlyList<(HeapGeneration Generation, AddressRange Range)> Generations { get; init; }

    /// <summary>Up to here it lies in segments before it, which no heap of a runtime has; there its objects are walked. 0 where it lies in none.</summary>
    public ulong DoubledUntil { get; private set; }

    /// <summary>Tells segments, in address order, which of their parts lie in others too. Damaged or made-up memory can have thousands of them in one place.</summary>
    public static IReadOnlyList<HeapSegment> Apart(IReadOnlyList<HeapSegment> segments)
    {
        ulong end = 0;
        foreach (HeapSegment segment in segments)
        {
            segment.DoubledUntil = segment.Objects.Start < end ? end : 0;
            end = Math.Max(end, segment.Objects.End);
        }

        return segments;
    }

    /// <summary>Whether threads put new objects into it.</summary>
    public bool HoldsYoungest => Generations.Any(part => part.Generation == HeapGeneration.Gen0);
}
