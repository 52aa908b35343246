using Fathom.Formats.PerfData.Records;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>
/// Reads the kernel's own counters once a second: they tell what was lost at which processor, and whether each event is still on. Room for what they tell is there from the begin.
/// </summary>
/// <param name="events">The events.</param>
/// <param name="file">Gets a record of each loss, so that the file alone tells it.</param>
/// <param name="seesSilence">Whether events must be on all the time; those of single threads are on while these run.</param>
/// <param name="countsOccurrences">Whether the counter of an event counts its samples, by the place of the event.</param>
/// <param name="mayBeOff">Whether the recorder itself switches an event off, by the place of the event.</param>
internal sealed unsafe class Counters(IReadOnlyList<OpenEvent> events, RawFile file, bool seesSilence, bool[] countsOccurrences, bool[] mayBeOff)
{
    private const int MostRows = 1 << 16;
    private const int LostSamplesBytes = 48;

    // Less than this share of the time since the last reading is no accident of the moment at which it is read.
    private const int SilentShare = 2;
    private const long ShortestNs = 200_000_000;

    private readonly (OpenEvent Event, long FromNs, long ToNs, long Count)[] _lost = new (OpenEvent, long, long, long)[MostRows];
    private readonly (OpenEvent Event, long FromNs, long ToNs)[] _silent = new (OpenEvent, long, long)[MostRows];
    private int _losses;
    private int _silences;
    private long _lastNs;

    /// <summary>Samples that were lost so far.</summary>
    public long Lost { get; private set; }

    /// <summary>What was lost, by event and second.</summary>
    public ReadOnlySpan<(OpenEvent Event, long FromNs, long ToNs, long Count)> Losses => _lost.AsSpan(0, Volatile.Read(ref _losses));

    /// <summary>When events were off.</summary>
    public ReadOnlySpan<(OpenEvent Event, long FromNs, long ToNs)> Silences => _silent.AsSpan(0, Volatile.Read(ref _silences));

    /// <summary>All events are on now.</summary>
    public void Begin(long nowNs)
    {
        _lastNs = nowNs;
        foreach (OpenEvent each in events)
        {
            // What was lost since they were switched on counts.
            if (EventReading.TryRead(each.File, out EventReading reading))
                each.Last = reading with { Lost = each.Last.Lost };
            each.ReadNs = Calls.Clocks.NowNs();
        }
    }

    /// <summary>Whether all samples that were counted were taken out of the rings, or found no room in them.</summary>
    public bool HaveAllCome()
    {
        for (int i = 0; i < events.Count; i++)
        {
            OpenEvent each = events[i];
            if (countsOccurrences[each.Source] && EventReading.TryRead(each.File, out EventReading now) && (long)(now.Value - now.Lost) > each.Kept + each.Own + each.Damaged)
                return false;
        }

        return true;
    }

    /// <summary>Reads all counters.</summary>
    /// <param name="nowNs">The time.</param>
    /// <param name="isLast">Whether the events were switched off just now.</param>
    public void Read(long nowNs, bool isLast)
    {
        for (int i = 0; i < events.Count; i++)
        {
            OpenEvent each = events[i];
            // On a busy machine the recorder may have stood between two readings: each event has its own time.
            long spanNs = nowNs - each.ReadNs;
            bool isAlive = EventReading.TryRead(each.File, out EventReading now);
            if (isAlive && now.Lost > each.Last.Lost)
                AddLoss(each, nowNs, (long)(now.Lost - each.Last.Lost));
            each.ReadNs = Calls.Clocks.NowNs();
            if (seesSilence && spanNs >= ShortestNs && !mayBeOff[each.Source])
                Watch(each, isAlive && (long)(now.RunningNs - each.Last.RunningNs) >= spanNs / SilentShare);
            if (isAlive)
                each.Last = now;
            if (isLast && each.SilentFromNs != 0)
                AddSilence(each, nowNs);
        }

        _lastNs = nowNs;
    }

    private void Watch(OpenEvent each, bool isOn)
    {
        if (!isOn && each.SilentFromNs == 0)
            each.SilentFromNs = _lastNs;
        else if (isOn && each.SilentFromNs != 0)
            AddSilence(each, _lastNs);
    }

    private void AddSilence(OpenEvent each, long toNs)
    {
        if (_silences < MostRows)
        {
            // Who looks meanwhile finds whole ones.
            _silent[_silences] = (each, each.SilentFromNs, toNs);
            Volatile.Write(ref _silences, _silences + 1);
        }

        each.SilentFromNs = 0;
    }

    private void AddLoss(OpenEvent each, long nowNs, long count)
    {
        Lost += count;
        // Where there are more rows than anybody reads, the last one of the event grows.
        if (_losses < MostRows)
        {
            // Who looks meanwhile finds whole ones.
            _lost[_losses] = (each, _lastNs, nowNs, count);
            Volatile.Write(ref _losses, _losses + 1);
        }
        else
            Grow(each, nowNs, count);
        Write(each, nowNs, count);
    }

    private void Grow(OpenEvent each, long nowNs, long count)
    {
        for (int i = _losses - 1; i >= 0; i--)
        {
            if (_lost[i].Event == each)
            {
                _lost[i] = _lost[i] with { ToNs = nowNs, Count = _lost[i].Count + count };
                return;
            }
        }
    }

    private void Write(OpenEvent each, long nowNs, long count)
    {
        ulong* record = (ulong*)file.Room(LostSamplesBytes);
        record[0] = (uint)PerfRecordType.LostSamples | ((ulong)LostSamplesBytes << 48);
        record[1] = (ulong)count;
        record[2] = ulong.MaxValue;
        record[3] = (ulong)nowNs;
        record[4] = (uint)each.Cpu;
        record[5] = each.Id;
        file.Added(LostSamplesBytes);
    }
}
