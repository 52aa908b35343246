namespace Fathom.Formats.NetTrace;

/// <summary>Counts the events that the target could not write, by the gaps in the numbers that each thread gives its events.</summary>
/// <remarks>
/// <para>A thread numbers its events from 1, also those that find no room. A sequence point is <c>i64 time, i32 count</c>, then for each living
/// thread <c>i64 thread, u32 number</c>: the thread has given at least this number. A thread that it does not name has ended.</para>
/// <para>In version 6 it is <c>i64 time, u32 flags, u32 count</c>, then <c>V thread, V number</c>, and names any threads or none; flag 1 ends all threads, flag 2
/// all kinds of event. A thread ends by a block of <c>V thread, V number</c> too.</para>
/// <para>The first event of a thread may have any number, because a thread can have been forgotten here: at the limit of threads, or after its end.</para>
/// </remarks>
/// <param name="maxThreads">The most threads whose numbers are kept.</param>
internal sealed class SequenceTracker(int maxThreads = 64 * 1024)
{
    /// <summary>Flag of a sequence point: threads are described anew.</summary>
    public const uint EndsThreads = 1;

    /// <summary>Flag of a sequence point: kinds of event are described anew.</summary>
    public const uint EndsKinds = 2;

    private readonly Dictionary<ulong, long> _droppedOf = [];
    private Dictionary<ulong, uint> _last = [];
    private Dictionary<ulong, uint> _next = [];
    private ulong _thread;
    private uint _number;
    private bool _isHeld;

    /// <summary>Events that were dropped so far.</summary>
    public long Dropped { get; private set; }

    /// <summary>The same of each thread that lost some, by the numbers of threads that events have here.</summary>
    public IReadOnlyDictionary<ulong, long> DroppedOf => _droppedOf;

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
            Drop(thread, gap);
        _number = number;
    }

    /// <summary>Notes a sequence point of versions 4 and 5. False where it makes no sense.</summary>
    public bool OnPoint(ReadOnlySpan<byte> block)
    {
        Release();
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
            int gap = Compare(thread, number);
            if (_next.Count < maxThreads)
                _next[thread] = gap < 0 ? _last[thread] : number;
        }

        (_last, _next) = (_next, _last);
        return true;
    }

    /// <summary>Notes a sequence point of version 6. False where it makes no sense.</summary>
    public bool OnNumberedPoint(ReadOnlySpan<byte> block, out uint flags)
    {
        Release();
        PayloadReader reader = new(block, 8);
        reader.Int64();
        flags = reader.UInt32();
        uint count = reader.UInt32();
        for (uint i = 0; i < count && !reader.IsShort; i++)
        {
            ulong thread = reader.VarUInt64();
            uint number = reader.VarUInt32();
            if (!reader.IsShort && Compare(thread, number) >= 0 && (_last.Count < maxThreads || _last.ContainsKey(thread)))
                _last[thread] = number;
        }

        if ((flags & EndsThreads) != 0)
            _last.Clear();
        return !reader.IsShort;
    }

    /// <summary>Notes the end of a thread, whose last number this is.</summary>
    public void OnRemoved(ulong thread, uint number)
    {
        Release();
        Compare(thread, number);
        _last.Remove(thread);
    }

    private int Compare(ulong thread, uint number)
    {
        int gap = _last.TryGetValue(thread, out uint last) ? (int)(number - last) : 0;
        if (gap > 0)
            Drop(thread, gap);
        return gap;
    }

    private void Drop(ulong thread, int count)
    {
        Dropped += count;
        if (_droppedOf.Count < maxThreads || _droppedOf.ContainsKey(thread))
            _droppedOf[thread] = _droppedOf.GetValueOrDefault(thread) + count;
    }

    private void Release()
    {
        Store();
        _isHeld = false;
    }

    private void Store()
    {
        if (_isHeld && (_last.Count < maxThreads || _last.ContainsKey(_thread)))
            _last[_thread] = _number;
    }
}
