namespace Fathom.Formats.NetTrace;

/// <summary>Counts the events that the target could not write, by the gaps in the numbers that each thread gives its events.</summary>
/// <remarks>
/// <para>A thread numbers its events from 1, also those that find no room. A sequence point is <c>i64 time, i32 count</c>, then for each living
/// thread <c>i64 thread, u32 number</c>: the thread has given at least this number. A thread that it does not name has ended.</para>
/// <para>The first event of a thread may have any number, because a thread can have been forgotten here: at the limit of threads, or after its end.</para>
/// </remarks>
/// <param name="maxThreads">The most threads whose numbers are kept.</param>
internal sealed class SequenceTracker(int maxThreads = 64 * 1024)
{
    private Dictionary<ulong, uint> _last = [];
    private Dictionary<ulong, uint> _next = [];
    private ulong _thread;
    private uint _number;
    private bool _isHeld;

    /// <summary>Events that were dropped so far.</summary>
    public long Dropped { get; private set; }

    /// <summary>Notes an event.</summary>
    public void On(ulong thread, uint number)
    {
        // Events of one thread come in runs: the dictionary is asked once per run.
        if (!_isHeld || thread != _thread)
        {
            Store();
            _thread = thread;
            _number = _last.GetValueOrDefault(thread, number - 1);
            _isHeld = true;
        }

        // A number below the last one belongs to a new thread with the same id.
        int gap = (int)(number - _number - 1);
        if (gap > 0)
            Dropped += gap;
        _number = number;
    }

    /// <summary>Notes a sequence point. False where it makes no sense.</summary>
    public bool OnPoint(ReadOnlySpan<byte> block)
    {
        Store();
        _isHeld = false;
        PayloadReader reader = new(block, 8);
        reader.Int64();
        int count = reader.Int32();
        if (reader.IsShort || count < 0 || count > reader.Remaining / 12)
            return false;
        _next.Clear();
        for (int i = 0; i < count; i++)
        {
            ulong thread = reader.UInt64();
            uint number = reader.UInt32();
            int gap = _last.TryGetValue(thread, out uint last) ? (int)(number - last) : 0;
            if (gap > 0)
                Dropped += gap;
            if (_next.Count < maxThreads)
                _next[thread] = gap < 0 ? last : number;
        }

        (_last, _next) = (_next, _last);
        return true;
    }

    private void Store()
    {
        if (_isHeld && (_last.Count < maxThreads || _last.ContainsKey(_thread)))
            _last[_thread] = _number;
    }
}
