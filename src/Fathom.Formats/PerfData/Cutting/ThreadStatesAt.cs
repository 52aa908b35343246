using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Formats.PerfData.Writing;

namespace Fathom.Formats.PerfData.Cutting;

/// <summary>In which state each thread is at a time, by the last event of it before: switches, wakings, samples, and states that were told at the begin.</summary>
/// <param name="events">The events of the recording, with their formats.</param>
internal sealed class ThreadStatesAt(EventTable events)
{
    // Bits of sched_switch: X and Z.
    private const int Dead = 0x10 | 0x20;
    private const int Sleeps = 1;
    private const int Out = 1 << 13;
    private const int Preempted = 1 << 14;

    private const int MostEnded = 1 << 12;

    private readonly Dictionary<int, ThreadAt> _threads = [];
    private readonly HashSet<int> _ended = [];
    private readonly Queue<int> _endedInOrder = [];
    private readonly Dictionary<PerfEvent, RecordDecoder> _decoders = [];
    private readonly Dictionary<PerfEvent, object?> _fields = [];
    private static readonly object s_start = new();

    /// <summary>Takes a sample.</summary>
    public void OnSample(ReadOnlySpan<byte> record, long timeNs)
    {
        if (events.Find(RecordPlaces.IdOf(record)) is not { } of)
            return;
        (int pid, int tid) = RecordPlaces.ThreadOf(record);
        if (FieldsOf(of) is not { } fields)
        {
            // What tells of a thread from within it tells that it runs. A processor that the sample has not is one that the recorder made up.
            if (tid > 0 && !of.IsTracepoint && of.Attributes.Type == PerfSoftware.Type && of.Attributes.Config == PerfSoftware.CpuClock)
                Runs(tid, pid, timeNs);
            return;
        }

        if (!DecoderOf(of).TrySample(record, out PerfSample sample))
            return;
        if (fields == s_start)
        {
            if (StartStates.TryRead(sample.Raw, out int state, out int syscall))
                Set(tid, pid, timeNs, state, syscall, sample.Callchain);
        }
        else if (fields is SchedSwitchFields switches && switches.TryRead(sample.Raw, out SchedSwitch at))
        {
            Leaves(at.PreviousTid, at.PreviousTid == tid ? pid : -1, timeNs, at.IsPreempted ? 0 : at.PreviousState, sample.Callchain);
            Runs(at.NextTid, -1, timeNs);
        }
        else if (fields is SchedWakingFields wakings && wakings.TryRead(sample.Raw, out SchedWaking woken))
        {
            Runs(woken.Tid, -1, timeNs);
        }
    }

    /// <summary>Takes a record of a switch.</summary>
    public void OnSwitch(ReadOnlySpan<byte> record, long timeNs)
    {
        (int pid, int tid) = RecordPlaces.ThreadOf(record);
        int misc = RecordPlaces.MiscOf(record);
        if ((misc & Out) != 0)
            Leaves(tid, pid, timeNs, (misc & Preempted) != 0 ? 0 : Sleeps, default);
        else
            Runs(tid, pid, timeNs);
    }

    /// <summary>A thread ended. Its last switch may come behind, in the next file.</summary>
    public void Ended(int tid)
    {
        _threads.Remove(tid);
        if (!_ended.Add(tid))
            return;
        _endedInOrder.Enqueue(tid);
        if (_endedInOrder.Count > MostEnded)
            _ended.Remove(_endedInOrder.Dequeue());
    }

    /// <summary>A thread began, which may have the number of one that ended.</summary>
    public void Began(int tid) => _ended.Remove(tid);

    /// <summary>Writes the states.</summary>
    /// <param name="into">Gets the samples.</param>
    /// <param name="bytes">What <paramref name="into"/> writes to; emptied into <paramref name="stream"/>.</param>
    /// <param name="stream">Gets the bytes.</param>
    /// <param name="atNs">The time of all of them; null for the time of each.</param>
    /// <param name="processOf">The process of a thread of which no event told it; -1 where nobody knows.</param>
    /// <returns>Threads.</returns>
    public int Write(PerfDataPipe into, RecordBytes bytes, Stream stream, long? atNs, Func<int, int> processOf)
    {
        if (events.Events.FirstOrDefault(static each => each.Name == StartStates.EventName) is not { } of || events.IdOf(of) is not { } id)
            return 0;
        bool hasChain = of.Attributes.SampleFields.HasFlag(PerfSampleFields.Callchain);
        int written = 0;
        foreach ((int tid, ThreadAt thread) in _threads.OrderBy(static each => each.Key))
        {
            int pid = thread.Pid >= 0 ? thread.Pid : processOf(tid);
            if (pid < 0)
                continue;
            into.State(id, pid, tid, atNs ?? thread.TimeNs, thread.State, thread.Syscall, hasChain, thread.Chain);
            stream.Write(bytes.Written);
            bytes.Clear();
            written++;
        }

        return written;
    }

    private void Leaves(int tid, int pid, long timeNs, int state, ReadOnlySpan<ulong> chain)
    {
        if ((state & Dead) != 0)
            _threads.Remove(tid);
        else
            Set(tid, pid, timeNs, state, -1, state == 0 ? default : chain);
    }

    private void Runs(int tid, int pid, long timeNs) => Set(tid, pid, timeNs, 0, -1, default);

    private void Set(int tid, int pid, long timeNs, int state, int syscall, ReadOnlySpan<ulong> chain)
    {
        if (tid <= 0 || _ended.Contains(tid))
            return;
        if (!_threads.TryGetValue(tid, out ThreadAt? thread))
            _threads.Add(tid, thread = new ThreadAt());
        if (pid >= 0)
            thread.Pid = pid;
        thread.Set(timeNs, state, syscall, chain);
    }

    private RecordDecoder DecoderOf(PerfEvent of)
    {
        if (!_decoders.TryGetValue(of, out RecordDecoder? decoder))
            _decoders.Add(of, decoder = new RecordDecoder(of.Attributes));
        return decoder;
    }

    private object? FieldsOf(PerfEvent of)
    {
        if (_fields.TryGetValue(of, out object? fields))
            return fields;
        fields = of.Name == StartStates.EventName ? s_start : of.Format?.FullName switch
        {
            "sched:sched_switch" => SchedSwitchFields.Bind(of.Format),
            "sched:sched_waking" => SchedWakingFields.Bind(of.Format),
            _ => null,
        };
        _fields.Add(of, fields);
        return fields;
    }
}
