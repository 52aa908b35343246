using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Events;

/// <summary>What the heap holds after a garbage collection. Sizes are in bytes and include the gaps between objects.</summary>
public readonly record struct GcHeapStats
{
    /// <summary>Generation 0.</summary>
    public long Gen0Bytes { get; private init; }

    /// <summary>Generation 1.</summary>
    public long Gen1Bytes { get; private init; }

    /// <summary>Generation 2.</summary>
    public long Gen2Bytes { get; private init; }

    /// <summary>Large objects.</summary>
    public long LargeObjectBytes { get; private init; }

    /// <summary>Pinned objects; 0 before .NET 5, which has no heap of its own for them.</summary>
    public long PinnedObjectBytes { get; private init; }

    /// <summary>What survived the collection: objects of all generations that were promoted.</summary>
    public long PromotedBytes { get; private init; }

    /// <summary>Objects that live on only for their finalizer.</summary>
    public long FinalizationPromotedCount { get; private init; }

    /// <summary>The same in bytes.</summary>
    public long FinalizationPromotedBytes { get; private init; }

    /// <summary>Objects that were pinned during the collection.</summary>
    public long PinnedObjectCount { get; private init; }

    /// <summary>Objects with a sync block in use.</summary>
    public long SyncBlockCount { get; private init; }

    /// <summary>GC handles in use.</summary>
    public long HandleCount { get; private init; }

    /// <summary>All generations.</summary>
    public long TotalBytes => Gen0Bytes + Gen1Bytes + Gen2Bytes + LargeObjectBytes + PinnedObjectBytes;

    // The fields of event 4: generations 0 to 3 as (size, promoted), two of finalization, three counts, the runtime's number, generation 4.
    internal static GcHeapStats Read(ref PayloadReader fields)
    {
        long gen0 = fields.Int64(), promoted = fields.Int64();
        long gen1 = fields.Int64();
        promoted += fields.Int64();
        long gen2 = fields.Int64();
        promoted += fields.Int64();
        long large = fields.Int64();
        promoted += fields.Int64();
        long finalizationBytes = fields.Int64(), finalizationCount = fields.Int64();
        long pinned = fields.UInt32(), syncBlocks = fields.UInt32(), handles = fields.UInt32();
        fields.UInt16();
        long pinnedBytes = fields.Int64();
        promoted += fields.Int64();
        return new GcHeapStats
        {
            Gen0Bytes = gen0,
            Gen1Bytes = gen1,
            Gen2Bytes = gen2,
            LargeObjectBytes = large,
            PinnedObjectBytes = pinnedBytes,
            PromotedBytes = promoted,
            FinalizationPromotedBytes = finalizationBytes,
            FinalizationPromotedCount = finalizationCount,
            PinnedObjectCount = pinned,
            SyncBlockCount = syncBlocks,
            HandleCount = handles,
        };
    }
}
