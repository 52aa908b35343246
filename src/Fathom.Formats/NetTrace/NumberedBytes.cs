namespace Fathom.Formats.NetTrace;

/// <summary>Pieces of bytes that are found by number. Numbers come in runs that count up. Memory is bounded: what finds no room is not kept.</summary>
/// <param name="maxBytes">The most bytes that are kept, and four times as many pieces.</param>
internal sealed class NumberedBytes(int maxBytes)
{
    private const int MaxRuns = 1024;

    private readonly List<NumberRun> _runs = [];
    private byte[] _bytes = new byte[64 * 1024];
    private int[] _ends = new int[1024];
    private int _used;
    private int _count;

    /// <summary>The piece with this number; empty where there is none.</summary>
    public ReadOnlySpan<byte> Find(uint id)
    {
        for (int i = _runs.Count - 1; i >= 0 && id != 0; i--)
        {
            NumberRun run = _runs[i];
            int end = i + 1 < _runs.Count ? _runs[i + 1].Index : _count;
            uint index = id - run.FirstId;
            if (id >= run.FirstId && index < end - run.Index)
                return At(run.Index + (int)index);
        }

        return default;
    }

    /// <summary>Forgets all.</summary>
    public void Clear()
    {
        _runs.Clear();
        (_used, _count) = (0, 0);
    }

    /// <summary>Begins a run. False where there are too many.</summary>
    public bool BeginRun(uint first)
    {
        if (_runs.Count > 0 && _runs[^1] is var last && first == last.FirstId + (uint)(_count - last.Index))
            return true;
        if (_runs.Count == MaxRuns)
            return false;
        _runs.Add(new NumberRun(first, _count));
        return true;
    }

    /// <summary>Adds the next piece of the run. False where there is no room.</summary>
    public bool TryKeep(ReadOnlySpan<byte> piece)
    {
        if (_used + (long)piece.Length > maxBytes || _count * sizeof(int) >= maxBytes)
            return false;
        if (_used + piece.Length > _bytes.Length)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _used + piece.Length));
        if (_count == _ends.Length)
            Array.Resize(ref _ends, _ends.Length * 2);
        piece.CopyTo(_bytes.AsSpan(_used));
        _used += piece.Length;
        _ends[_count++] = _used;
        return true;
    }

    private ReadOnlySpan<byte> At(int index)
    {
        int start = index == 0 ? 0 : _ends[index - 1];
        return _bytes.AsSpan(start, _ends[index] - start);
    }
}
