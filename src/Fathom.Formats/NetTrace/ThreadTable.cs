using System.Text;

namespace Fathom.Formats.NetTrace;

/// <summary>The threads of a stream of version 6, by the numbers that the stream gives them.</summary>
/// <remarks>
/// <code>
/// block of threads = rows: u16 bytes of what follows, V number, then until there u8 kind and
///   1 text name   2 V process   3 V thread of the system   4 text key, text value      text = V size, UTF-8
/// </code>
/// <para>A thread that is removed is known until the next sequence point: events that are older can still be waiting for their place in the order of time.</para>
/// </remarks>
/// <param name="processId">The process of threads that do not say theirs.</param>
/// <param name="maxThreads">The most threads that are kept; others have no number, and are counted where an event is theirs.</param>
internal sealed class ThreadTable(ulong processId, int maxThreads = 64 * 1024)
{
    /// <summary>The most bytes of names and the like that are taken in at once.</summary>
    private const int MaxTextBytes = 16 * 1024 * 1024;

    private readonly NetTraceThread _unknown = new("", processId, 0, NetTraceHeader.None);
    private readonly Dictionary<ulong, NetTraceThread> _threads = [];
    private readonly HashSet<ulong> _removed = [];
    private NetTraceThread? _last;
    private ulong _lastIndex;
    private long _textBytes;

    /// <summary>The thread with this number, or one without name and numbers.</summary>
    public NetTraceThread Find(ulong index, out bool isKnown)
    {
        if (_last is null || _lastIndex != index)
        {
            _last = _threads.GetValueOrDefault(index, _unknown);
            _lastIndex = index;
        }

        // One without a name whose numbers are 0, as the idle thread, is known too.
        isKnown = !ReferenceEquals(_last, _unknown);
        return _last;
    }

    /// <summary>Adds the threads of a block. False where it makes no sense; what came before is kept.</summary>
    public bool Add(ReadOnlySpan<byte> block)
    {
        _last = null;
        PayloadReader reader = new(block, 8);
        while (reader.Remaining > 0)
        {
            PayloadReader row = new(reader.Bytes(reader.UInt16()), 8);
            ulong index = row.VarUInt64();
            if (reader.IsShort || row.IsShort)
                return false;
            NetTraceThread? thread = Parse(ref row);
            if (thread is null)
                return false;
            if (_threads.Count < maxThreads || _threads.ContainsKey(index))
                _threads[index] = thread;
            _removed.Remove(index);
        }

        return true;
    }

    /// <summary>A thread of which no later event is.</summary>
    public void Remove(ulong index)
    {
        if (_threads.ContainsKey(index))
            _removed.Add(index);
    }

    /// <summary>Notes a sequence point.</summary>
    /// <param name="endsAll">Whether all threads are described anew behind it.</param>
    public void OnPoint(bool endsAll)
    {
        _last = null;
        foreach (ulong index in _removed)
            _threads.Remove(index);
        _removed.Clear();
        if (endsAll)
            _threads.Clear();
        if (_threads.Count == 0)
            _textBytes = 0;
    }

    private NetTraceThread? Parse(ref PayloadReader row)
    {
        string name = "";
        (ulong process, ulong thread) = (processId, 0);
        Dictionary<string, string>? values = null;
        while (row.Remaining > 0)
        {
            switch (row.Byte())
            {
                case 1:
                    name = Text(row.Utf8());
                    break;
                case 2:
                    process = row.VarUInt64();
                    break;
                case 3:
                    thread = row.VarUInt64();
                    break;
                case 4:
                    string key = Text(row.Utf8());
                    (values ??= [])[key] = Text(row.Utf8());
                    break;
                default:
                    // The size of a later kind is not known: what came before it is good.
                    row.Skip(row.Remaining);
                    break;
            }
        }

        return row.IsShort ? null : new NetTraceThread(name, process, thread, values ?? NetTraceHeader.None);
    }

    private string Text(ReadOnlySpan<byte> text)
    {
        _textBytes += text.Length;
        return text.IsEmpty || _textBytes > MaxTextBytes ? "" : Encoding.UTF8.GetString(text);
    }
}
