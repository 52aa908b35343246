namespace Fathom.Sources.Orphans;

/// <summary>Which parts of a file are mapped by any process.</summary>
internal sealed class FileExtents
{
    // Where a file is mapped in very many pieces, what lies between them counts as mapped: an estimate that claims less, not more.
    private const int MostPieces = 1_000;

    private readonly List<(ulong Start, ulong End)> _pieces = [];

    /// <summary>A process that maps it.</summary>
    public required int ProcessId { get; init; }

    /// <summary>Name of the mapping below <c>/proc/PID/map_files</c>.</summary>
    public required string MapFile { get; init; }

    /// <summary>Adds a mapped part.</summary>
    public void Add(ulong start, ulong end)
    {
        if (_pieces.Count > 0 && _pieces[^1] is var last && start <= last.End && end >= last.Start)
            _pieces[^1] = (Math.Min(start, last.Start), Math.Max(end, last.End));
        else
            _pieces.Add((start, end));
        if (_pieces.Count > MostPieces)
            Merge();
    }

    /// <summary>Bytes of the file that are mapped, each once.</summary>
    public long MappedBytes()
    {
        Merge();
        ulong sum = 0;
        foreach ((ulong start, ulong end) in _pieces)
            sum += end - start;
        return (long)Math.Min(sum, long.MaxValue);
    }

    private void Merge()
    {
        _pieces.Sort();
        int kept = 0;
        for (int i = 1; i < _pieces.Count; i++)
        {
            if (_pieces[i].Start <= _pieces[kept].End)
                _pieces[kept] = (_pieces[kept].Start, Math.Max(_pieces[kept].End, _pieces[i].End));
            else
                _pieces[++kept] = _pieces[i];
        }

        if (_pieces.Count > 0)
            _pieces.RemoveRange(kept + 1, _pieces.Count - kept - 1);
        if (_pieces.Count <= MostPieces / 2)
            return;
        _pieces[0] = (_pieces[0].Start, _pieces[^1].End);
        _pieces.RemoveRange(1, _pieces.Count - 1);
    }
}
