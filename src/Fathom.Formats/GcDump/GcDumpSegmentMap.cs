namespace Fathom.Formats.GcDump;

/// <summary>Finds the segment and generation of an address. dotnet-gcdump writes none, PerfView one for each segment.</summary>
public sealed class GcDumpSegmentMap
{
    private readonly (GcDumpSegment Segment, int Index)[] _byAddress;

    /// <summary>Sorts the segments of a file.</summary>
    public GcDumpSegmentMap(IReadOnlyList<GcDumpSegment> segments) =>
        _byAddress = [.. segments.Select((segment, index) => (segment, index)).OrderBy(entry => entry.segment.Start)];

    /// <summary>Index of the segment, or -1.</summary>
    public int Find(ulong address, out string? generation)
    {
        generation = null;
        int low = 0, high = _byAddress.Length - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_byAddress[middle].Segment.Start <= address)
                low = middle + 1;
            else
                high = middle - 1;
        }

        if (high < 0 || address >= _byAddress[high].Segment.End)
            return -1;
        generation = _byAddress[high].Segment.GenerationOf(address);
        return _byAddress[high].Index;
    }
}
