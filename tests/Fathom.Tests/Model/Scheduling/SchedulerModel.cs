using Fathom.Model.Scheduling;

namespace Fathom.Tests.Model.Scheduling;

/// <summary>A scheduler of its own with random threads, which knows what each thread does at each moment, and tells events of it.</summary>
internal sealed class SchedulerModel
{
    private readonly Random _random;
    private readonly bool _confirms;
    private readonly Func<int, bool>? _takesTurns;
    private readonly Func<int, bool>? _isSilent;
    private readonly int[] _current;
    private readonly List<int> _ready = [];
    private readonly List<int> _waiting = [];
    private readonly Dictionary<int, (ScheduleState State, long SinceNs)> _states = [];
    private readonly HashSet<int> _newborn = [];
    private int _nextTid = 100;

    /// <summary>Begins, with all processors idle.</summary>
    /// <param name="random">What happens next.</param>
    /// <param name="cpus">Processors.</param>
    /// <param name="threads">Threads at the begin.</param>
    /// <param name="confirms">Whether the kernel tells each switch a second time.</param>
    /// <param name="takesTurns">Threads of which no switch from one that could run to another is told; samples tell of all processors then.</param>
    /// <param name="isSilent">Threads, the idle one (0) among them, of whose wakings and leavings only the kernel's own records tell.</param>
    public SchedulerModel(Random random, int cpus, int threads, bool confirms, Func<int, bool>? takesTurns = null, Func<int, bool>? isSilent = null)
    {
        (_random, _confirms, _takesTurns, _isSilent) = (random, confirms, takesTurns, isSilent);
        _current = new int[cpus];
        for (int i = 0; i < threads; i++)
        {
            _states[_nextTid] = (ScheduleState.Waiting, 0);
            _waiting.Add(_nextTid++);
        }
    }

    /// <summary>What each thread did, by its id; ids are not used again.</summary>
    public Dictionary<int, List<(ScheduleState State, long StartNs, long EndNs)>> Truth { get; } = [];

    public long NowNs { get; private set; }

    public List<Action<ThreadStates>> Events { get; } = [];

    /// <summary>What the kernel's own records tell where single threads are recorded.</summary>
    public List<Action<ThreadStates>> RecordsOfThreads { get; } = [];

    /// <summary>Switches that were not told.</summary>
    public int Turns { get; private set; }

    /// <summary>Lets something happen.</summary>
    public void Step()
    {
        // Long beside the time that a switch takes.
        NowNs += _random.Next(1, 200_000);
        int cpu = _random.Next(_current.Length);
        int running = _current[cpu];
        switch (_random.Next(10))
        {
            case < 4:
                Wake(running);
                break;
            case < 8:
                Switch(cpu);
                break;
            case < 9:
                long now = NowNs;
                Events.Add(states => states.Seen(now, cpu, running));
                break;
            default:
                if (running != 0 && _states.Count < 60)
                    Fork();
                break;
        }

        // Several switches lie between two samples.
        if (_takesTurns is not null && _random.Next(4) == 0)
            Sample();
    }

    private void Sample()
    {
        NowNs += _random.Next(1, 20_000);
        for (int cpu = 0; cpu < _current.Length; cpu++)
        {
            (long now, int at, int running) = (NowNs, cpu, _current[cpu]);
            Events.Add(states => states.Seen(now, at, running));
        }
    }

    public void End()
    {
        // That one which never ran was ready all the time is not told.
        foreach (int tid in _newborn)
            _states[tid] = (ScheduleState.Unknown, _states[tid].SinceNs);
        foreach (int tid in _states.Keys)
            Change(tid, ScheduleState.Unknown);
    }

    private void Wake(int waker)
    {
        if (_waiting.Count == 0)
            return;
        int tid = Take(_waiting);
        Change(tid, ScheduleState.Ready);
        _ready.Add(tid);
        long now = NowNs;
        if (_isSilent?.Invoke(waker) == true)
            return;
        Events.Add(states => states.Waking(now, tid, waker, 7));
        // A second waking counts nothing.
        if (_random.Next(4) == 0)
            Events.Add(states => states.Waking(now, tid, 1, 1));
    }

    private void Switch(int cpu)
    {
        int previous = _current[cpu];
        int next = _ready.Count == 0 || _random.Next(6) == 0 ? 0 : Take(_ready);
        if (previous == next)
            return;
        ThreadStop stop = (ThreadStop)_random.Next(1, _states.Count > 5 ? 6 : 4);
        if (previous != 0)
        {
            if (stop == ThreadStop.Dead)
                Events.Add(states => states.Exit(previous));
            // One that begins to end may be driven from its processor before it has.
            if (stop == ThreadStop.Dead && _random.Next(3) == 0)
                stop = ThreadStop.Preempted;
            if (stop == ThreadStop.Dead)
            {
                Change(previous, ScheduleState.Unknown);
                _states.Remove(previous);
            }
            else
            {
                Change(previous, stop == ThreadStop.Preempted ? ScheduleState.Ready : ScheduleState.Waiting);
                (stop == ThreadStop.Preempted ? _ready : _waiting).Add(previous);
            }
        }

        if (next != 0)
            Change(next, ScheduleState.Running);
        _newborn.Remove(next);
        _current[cpu] = next;
        Record(NowNs, cpu, previous, stop, next);
        if (stop == ThreadStop.Preempted && _takesTurns?.Invoke(previous) == true && _takesTurns(next))
        {
            Turns++;
            return;
        }

        long now = NowNs;
        bool isSilent = _isSilent?.Invoke(previous) == true;
        if (!isSilent)
            Events.Add(states => states.Switch(now, cpu, previous, stop, previous, next));
        if (!isSilent && !_confirms)
            return;
        // Records of a switch that is told come a moment later.
        long later = isSilent ? now : now + 1;
        Events.Add(states => states.ConfirmLeave(later, cpu, previous, stop == ThreadStop.Preempted));
        Events.Add(states => states.Confirm(later, cpu, previous, next));
    }

    private void Record(long now, int cpu, int previous, ThreadStop stop, int next)
    {
        if (stop == ThreadStop.Dead)
            RecordsOfThreads.Add(states => states.Ended(now, previous));
        else
            RecordsOfThreads.Add(states => states.ConfirmLeave(now, cpu, previous, stop == ThreadStop.Preempted));
        RecordsOfThreads.Add(states => states.ConfirmCome(now, cpu, next));
    }

    private void Fork()
    {
        int tid = _nextTid++;
        _states[tid] = (ScheduleState.Ready, NowNs);
        _ready.Add(tid);
        _newborn.Add(tid);
        long now = NowNs;
        Events.Add(states => states.Begin(now, tid));
        RecordsOfThreads.Add(states => states.Begin(now, tid));
    }

    private void Change(int tid, ScheduleState state)
    {
        (ScheduleState before, long since) = _states[tid];
        if (!Truth.TryGetValue(tid, out List<(ScheduleState, long, long)>? spans))
            Truth[tid] = spans = [];
        if (NowNs > since)
            spans.Add((before, since, NowNs));
        _states[tid] = (state, NowNs);
    }

    private int Take(List<int> from)
    {
        int index = _random.Next(from.Count);
        int tid = from[index];
        from.RemoveAt(index);
        return tid;
    }
}
