using System.Runtime.CompilerServices;

namespace Fathom.Formats.NetTrace;

/// <summary>Puts events into the order of time; events of the same time stay in the order of the stream. Nothing is allocated per event.</summary>
/// <remarks>
/// <para>Events of one thread are in order already, so what waits is made of runs, which are merged. A run ends where an event is older than the one before it: a block can
/// have events of several threads one behind the other.</para>
/// <para>Two marks of the stream say up to where no older event can come any more: a sequence point, before which all events are older than all behind it, and an
/// event with <see cref="EventHeader.IsSorted"/>. Streams of versions 1 to 3 are written in the order of time and have neither: their events do not wait.</para>
/// <para>Memory is bounded: where no mark comes, the older half leaves; events that come later and are older yet are handed over at once and counted
/// (<see cref="NetTraceTotals.LateEvents"/>).</para>
/// </remarks>
/// <param name="header">The stream.</param>
/// <param name="tables">What its events refer to.</param>
/// <param name="totals">Late events are counted there.</param>
/// <param name="maxBytes">The most bytes of events that wait.</param>
internal sealed class EventWindow(NetTraceHeader header, NetTraceTables tables, NetTraceTotals totals, long maxBytes)
{
    /// <summary>With less than this it is not worth to merge.</summary>
    private const int LeastBytes = 256 * 1024;

    private static readonly int s_eventBytes = Unsafe.SizeOf<WindowEvent>();

    private readonly RunMerge _merge = new();
    private readonly List<int> _runs = [];
    private readonly bool _isInOrder = header.Version <= 3;
    private WindowEvent[] _events = new WindowEvent[1024];
    private byte[] _payloads = new byte[64 * 1024];
    private int _count;
    private int _used;
    private long _keptBytes;
    private long _lastTicks;
    private long _handedTicks = long.MinValue;

    private long Bytes => _used + (long)_count * s_eventBytes;

    /// <summary>Takes an event.</summary>
    public void Add(INetTraceSink sink, EventMetadata metadata, in EventHeader at, ReadOnlySpan<byte> payload)
    {
        if (_isInOrder)
        {
            Hand(sink, metadata, in at, payload);
            return;
        }

        if (Bytes + payload.Length + s_eventBytes > maxBytes && _count > 0)
            Flush(sink, long.MaxValue, (_count + 1) / 2);
        if (_count == _events.Length)
            Array.Resize(ref _events, _count * 2);
        if (_used + payload.Length > _payloads.Length)
            Array.Resize(ref _payloads, Math.Max(_payloads.Length * 2, _used + payload.Length));
        if (_count == 0 || at.Ticks < _lastTicks)
            _runs.Add(_count);
        _lastTicks = at.Ticks;
        ref WindowEvent place = ref _events[_count++];
        (place.Header, place.Kind, place.Place) = (at, metadata, _used);
        payload.CopyTo(_payloads.AsSpan(_used));
        _used += payload.Length;
    }

    /// <summary>No event that is still to come is older than this.</summary>
    public void OnSorted(INetTraceSink sink, long ticks)
    {
        if (Bytes - _keptBytes > Math.Max(LeastBytes, _keptBytes))
            Flush(sink, ticks);
    }

    /// <summary>Hands over what is not newer than a limit.</summary>
    public void Flush(INetTraceSink sink, long limit, int most = int.MaxValue)
    {
        _merge.Start(_runs, _count, _events);
        while (most > 0 && _merge.TryNext(_events, limit, out int index))
        {
            ref WindowEvent next = ref _events[index];
            Hand(sink, next.Kind, in next.Header, _payloads.AsSpan(next.Place, (int)next.Header.PayloadBytes));
            most--;
        }

        KeepRest();
    }

    // What is left of each run moves forward; the order stays.
    private void KeepRest()
    {
        int count = 0;
        int used = 0;
        int run = 0;
        foreach ((int next, int end) in _merge.Rests)
        {
            if (next < end)
                _runs[run++] = count;
            for (int i = next; i < end; i++)
            {
                ref WindowEvent kept = ref _events[count++];
                kept = _events[i];
                int length = (int)kept.Header.PayloadBytes;
                _payloads.AsSpan(kept.Place, length).CopyTo(_payloads.AsSpan(used));
                kept.Place = used;
                used += length;
            }
        }

        _runs.RemoveRange(run, _runs.Count - run);
        (_count, _used) = (count, used);
        _keptBytes = Bytes;
        if (count > 0)
            _lastTicks = _events[count - 1].Header.Ticks;
    }

    private void Hand(INetTraceSink sink, EventMetadata metadata, in EventHeader at, ReadOnlySpan<byte> payload)
    {
        if (at.Ticks < _handedTicks)
            totals.LateEvents++;
        else
            _handedTicks = at.Ticks;
        sink.OnEvent(new NetTraceEvent(header, metadata, in at, payload, tables));
    }
}
