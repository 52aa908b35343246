namespace Fathom.Formats.PerfData.Cutting;

/// <summary>A process that is there at a time: names of its threads and what it has mapped.</summary>
internal sealed class ProcessAt
{
    // Loaders that map and unmap at new places for ever would have no end.
    private const int MostMappings = 1 << 14;

    private readonly List<(ulong From, ulong To, byte[] Record)> _mappings = [];

    public int? ParentPid { get; set; }

    public SortedDictionary<int, byte[]> Threads { get; } = [];

    public IEnumerable<byte[]> Mappings => _mappings.Select(static each => each.Record);

    public long MappingsWithoutRoom { get; private set; }

    /// <summary>A child has what its parent has.</summary>
    public void Inherit(ProcessAt parent) => _mappings.AddRange(parent._mappings);

    /// <summary>Another program took its place: what the one before had mapped is gone, also what found no room.</summary>
    public void Exec()
    {
        _mappings.Clear();
        MappingsWithoutRoom = 0;
    }

    /// <summary>What is covered by a new mapping is no longer there; nobody tells that something was unmapped.</summary>
    public void Map(ulong address, ulong bytes, byte[] record)
    {
        ulong end = address + bytes;
        _mappings.RemoveAll(each => each.From >= address && each.To <= end);
        if (_mappings.Count == MostMappings)
        {
            _mappings.RemoveAt(0);
            MappingsWithoutRoom++;
        }

        _mappings.Add((address, end, record));
    }
}
