namespace Fathom.Formats.Etl.Buffers;

/// <summary>The buffers of a processor in the order of time: some are read while the next ones are loaded.</summary>
/// <param name="parts">The files.</param>
/// <param name="buffers">Its buffers.</param>
/// <param name="number">Its place among all: at the same time the first one goes first.</param>
internal sealed class BufferLane(IReadOnlyList<EtlPart> parts, List<EtlBuffer> buffers, int number)
{
    // As much as is worth a call of another thread.
    private const int MostBuffers = 8;
    private const int EnoughBytes = 512 << 10;

    private readonly Stack<LoadedBuffer> _rest = new();
    private LoadedBuffer _loaded = new(parts);
    private Queue<LoadedBuffer> _now = new();
    private Queue<LoadedBuffer> _ahead = new();
    private Task? _loading;
    private int _next;

    /// <summary>The record that it is at.</summary>
    public BufferCursor Cursor { get; } = new();

    /// <summary>The processor.</summary>
    public int Processor { get; } = buffers[0].Processor;

    /// <summary>Its place among all.</summary>
    public int Number { get; } = number;

    /// <summary>Whether the next buffers are loaded by another thread, which takes more room.</summary>
    public bool IsAhead { get; set; }

    /// <summary>Goes to the first record of the next buffer that has one; false where there is none.</summary>
    public bool Open()
    {
        while (Load())
        {
            if (Cursor.Open(_loaded, Cursor.Ticks))
                return true;
        }

        return false;
    }

    /// <summary>Goes to the next record; false where there is none.</summary>
    public bool Next() => Cursor.Next() || Open();

    /// <summary>Waits, whatever comes of it: nobody asks any more.</summary>
    public void Settle()
    {
        if (_loading is not null)
            Task.WaitAny(_loading);
    }

    private bool Load()
    {
        if (_now.Count == 0 && _loading is not null)
        {
            _loading.GetAwaiter().GetResult();
            (_loading, _now, _ahead) = (null, _ahead, _now);
        }

        bool isThere = _now.TryDequeue(out LoadedBuffer? next);
        if (isThere)
        {
            _rest.Push(_loaded);
            _loaded = next!;
        }
        else if (_next < buffers.Count)
        {
            _loaded.Load(buffers[_next++]);
            isThere = true;
        }

        if (IsAhead && _loading is null && _next < buffers.Count)
            LoadAhead();
        return isThere;
    }

    private void LoadAhead()
    {
        List<(LoadedBuffer To, EtlBuffer Head)> group = [];
        for (int bytes = 0; _next < buffers.Count && group.Count < MostBuffers && bytes < EnoughBytes; bytes += buffers[_next++].Used)
            group.Add((_rest.TryPop(out LoadedBuffer? used) ? used : new LoadedBuffer(parts), buffers[_next]));
        foreach ((LoadedBuffer to, _) in group)
            _ahead.Enqueue(to);
        _loading = Task.Run(() => group.ForEach(static one => one.To.Load(one.Head)));
    }
}
