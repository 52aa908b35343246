namespace Fathom.Sources.Heap.Segments;

/// <summary>Objects that handles hold in their place, in one generation of one segment.</summary>
internal struct PinnedSpace
{
    public long Count;

    /// <summary>What they occupy.</summary>
    public long Bytes;
}
