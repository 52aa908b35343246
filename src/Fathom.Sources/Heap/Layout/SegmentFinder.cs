using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Layout;

/// <summary>Finds the segment and the generation of an address.</summary>
internal sealed class SegmentFinder
{
    private readonly HeapSegment[] _segments;

    /// <summary>Takes the segments of a heap in any order.</summary>
    public SegmentFinder(IEnumerable<HeapSegment> segments)
    {
        _segments = [.. segments];
        Array.Sort(_segments, static (a, b) => a.Objects.Start.CompareTo(b.Objects.Start));
    }

    /// <summary>Where an address lies; null outside of what holds objects.</summary>
    public (HeapSegment Segment, HeapGeneration Generation)? Find(ulong address)
    {
        int low = 0, high = _segments.Length;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_segments[middle].Objects.End <= address)
                low = middle + 1;
            else
                high = middle;
        }

        if (low == _segments.Length || address < _segments[low].Objects.Start)
            return null;
        foreach ((HeapGeneration generation, AddressRange range) in _segments[low].Generations)
        {
            if (address < range.End)
                return (_segments[low], generation);
        }

        return null;
    }
}
