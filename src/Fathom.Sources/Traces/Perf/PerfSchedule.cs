using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model.Scheduling;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Tells <see cref="ThreadStates"/> what a recording of perf has of switches, wakings, system calls, begins and ends of threads.</summary>
/// <remarks>
/// Before the first record with a time nothing is told: what perf makes up for threads that were there has none. Where both <c>sched_waking</c> and
/// <c>sched_wakeup</c> are recorded, the first counts, because it comes from who wakes.
/// </remarks>
/// <param name="reader">The recording.</param>
/// <param name="sink">Gets slices, waits, threads and gaps.</param>
/// <param name="stacks">Keeps the stacks.</param>
/// <param name="leftOut">Told of threads that the rows are not about; null for none.</param>
/// <param name="tids">Numbers of threads; null where those of the kernel are those of the recorder.</param>
/// <param name="pool">Threads whose turns are left out; null where none are.</param>
internal sealed class PerfSchedule(
    PerfDataReader reader, ISchedulingSink sink, ITraceStacks stacks, LeftOutThreads? leftOut = null, KernelTids? tids = null, PoolThreads? pool = null) : IPerfDataSink
{
    private readonly KernelTids _tids = tids ?? KernelTids.Same;
    private readonly FutexEnters _futexes = new();
    private object?[] _fields = [];
    private bool[] _isBound = [];
    private ThreadStates? _states;
    private bool _hasRecordsOfSome;
    private long _lastNs;

    /// <summary>What is missing; null before the first record with a time.</summary>
    public SchedulingTotals? Totals => _states?.Totals;

    /// <summary>Events whose fields are too short.</summary>
    public long DamagedEvents { get; private set; }

    /// <inheritdoc/>
    public void OnSample(in PerfSample sample)
    {
        long timeNs = sample.TimeNs;
        ThreadStates states = States(timeNs);
        LeaveOut(states, sample.Pid, sample.Tid);
        ReadOnlySpan<byte> raw = sample.Raw;
        bool isWhole = true;
        switch (Fields(sample.Event))
        {
            case SchedSwitchFields fields:
                if (isWhole = fields.TryRead(raw, out SchedSwitch at))
                    Switch(states, in sample, in at);
                break;
            case SchedWakingFields fields:
                if (sample.Cpu >= 0)
                    states.Seen(timeNs, sample.Cpu, sample.Tid);
                if (isWhole = fields.TryRead(raw, out SchedWaking woken))
                    states.Waking(timeNs, _tids.Of(woken.Tid), woken.IsInterrupt ? 0 : ThreadOf(in sample), stacks.Intern(in sample), woken.IsSoftInterrupt);
                break;
            case NewThreadFields fields:
                if (isWhole = fields.Fields.TryRead(raw, out SchedWaking placed))
                    states.Placed(_tids.Of(placed.Tid));
                goto default;
            case StartStateFields:
                if (isWhole = StartStates.TryRead(raw, out int state, out int syscall))
                    states.Known(sample.Tid, ThreadStops.Of(state, isPreempted: false), syscall, sample.Callchain.IsEmpty ? 0 : stacks.Intern(in sample));
                break;
            case SyscallEnter enter:
                if (isWhole = enter.Fields.TryNumber(raw, out long number))
                    Enter(states, in sample, enter, (int)number);
                break;
            case SyscallExitFields:
                states.Syscall(sample.Tid, -1);
                break;
            default:
                if (sample.Cpu >= 0)
                    states.Seen(timeNs, sample.Cpu, sample.Tid);
                break;
        }

        DamagedEvents += isWhole ? 0 : 1;
    }

    /// <inheritdoc/>
    public void OnRecord(in PerfRecord record)
    {
        if (record.TimeNs == 0)
            return;
        ThreadStates states = States(record.TimeNs);
        switch (record.Type)
        {
            case PerfRecordType.Fork when new TaskRecord(record) is { Tid: > 0 } task:
                states.Begin(record.TimeNs, task.Tid);
                LeaveOut(states, task.Pid, task.Tid);
                _futexes.Forget(task.Tid);
                break;
            // Who gives a name runs, and may have come by a turn that is left out.
            case PerfRecordType.Comm when pool is not null && record is { Cpu: >= 0, Tid: > 0 }:
                LeaveOut(states, record.Pid, record.Tid);
                states.Seen(record.TimeNs, record.Cpu, record.Tid);
                break;
            case PerfRecordType.Exit:
                if (_hasRecordsOfSome)
                    states.Ended(record.TimeNs, new TaskRecord(record).Tid);
                else
                    states.Exit(new TaskRecord(record).Tid);
                _futexes.Forget(new TaskRecord(record).Tid);
                break;
            // Of a whole machine they name all threads outside the recorder's namespace alike.
            case PerfRecordType.Switch or PerfRecordType.SwitchCpuWide when record.Tid >= 0 && (_hasRecordsOfSome || !_tids.Differ):
                Confirm(states, in record);
                break;
            case PerfRecordType.Throttle or PerfRecordType.Unthrottle when record.Cpu >= 0 && SampleClock.SeesAll(record.Event):
                states.Sampled(record.TimeNs, record.Cpu, isOn: record.Type == PerfRecordType.Unthrottle);
                break;
            case PerfRecordType.Lost or PerfRecordType.LostSamples:
                _futexes.Forget();
                if (record.Cpu >= 0)
                    states.Lost(record.TimeNs, record.Cpu);
                break;
        }
    }

    /// <summary>The thread of a sample (tid): 0 for the idle ones, -1 where it is not known.</summary>
    public int ThreadOf(in PerfSample sample) =>
        sample.Tid == 0 && _tids.Differ ? Outside(States(sample.TimeNs).ThreadOn(sample.Cpu)) : sample.Tid;

    // One outside the recorder's namespace has the number of the idle ones, but it came to its processor; where one of the namespace did, the other took its turn unseen.
    private int Outside(int came) => came <= 0 || _tids.IsOutside(came) ? came : -1;

    /// <summary>The number of a thread that runs at a time; -1 for the idle ones.</summary>
    public int NumberOf(int tid, long timeNs) => States(timeNs).NumberOf(tid);

    /// <summary>The recording ended; every thread ends with it.</summary>
    public void End() => _states?.End(_lastNs);

    private void LeaveOut(ThreadStates states, int pid, int tid)
    {
        if (leftOut?.Is(pid) == true)
            leftOut.Add(states, tid);
    }

    private void Confirm(ThreadStates states, in PerfRecord record)
    {
        SwitchRecord at = new(record);
        if (at.IsOut)
            states.ConfirmLeave(record.TimeNs, record.Cpu, record.Tid, at.IsPreempted);
        else if (_hasRecordsOfSome)
            states.ConfirmCome(record.TimeNs, record.Cpu, record.Tid);
        else if (at.OtherTid >= 0 && record.Cpu >= 0)
            states.Confirm(record.TimeNs, record.Cpu, at.OtherTid, record.Tid);
        if (_hasRecordsOfSome)
            LeaveOut(states, record.Pid, record.Tid);
    }

    private void Enter(ThreadStates states, in PerfSample sample, SyscallEnter of, int number)
    {
        // Without the ends of calls nothing tells how long a number is true.
        if (of.HasExits)
            states.Syscall(sample.Tid, number);
        if (of.IsFutex)
            _futexes.Enter(in sample, new SyscallEntry(number, stacks.Intern(in sample)));
    }

    private void Switch(ThreadStates states, in PerfSample sample, in SchedSwitch at)
    {
        ThreadStop stop = ThreadStops.Of(at.PreviousState, at.IsPreempted);
        int previous = _tids.Of(at.PreviousTid), next = _tids.Of(at.NextTid);
        pool?.Named(previous, at.PreviousName);
        pool?.Named(next, at.NextName);
        if (_hasRecordsOfSome)
            states.Leave(sample.TimeNs, sample.Cpu, previous, stop, stacks.Intern(in sample));
        else
            states.Switch(sample.TimeNs, sample.Cpu, previous, stop, stacks.Intern(in sample), next, _futexes.Leave(previous, stop, in sample));
        if (stop == ThreadStop.Dead)
            pool?.Ended(previous);
    }

    private ThreadStates States(long timeNs)
    {
        _lastNs = Math.Max(_lastNs, timeNs);
        if (_states is null)
        {
            _states = new ThreadStates(sink, timeNs, reader.Scope.IsWholeMachine, SampleClock.SeenEachNs(reader.Events), pool is null ? null : pool.Has);
            _hasRecordsOfSome = !reader.Scope.IsWholeMachine && ScheduleEvents.HasRecords(reader.Events);
            leftOut?.Begin(_states);
        }

        return _states;
    }

    private object? Fields(PerfEvent from)
    {
        if (from.Index >= _isBound.Length)
        {
            Array.Resize(ref _isBound, from.Index + 1);
            Array.Resize(ref _fields, from.Index + 1);
        }

        if (!_isBound[from.Index])
            (_isBound[from.Index], _fields[from.Index]) = (true, from.Name == StartStates.EventName ? new StartStateFields() : Bind(from.Format));
        return _fields[from.Index];
    }

    private object? Bind(TraceFormat? format) => format?.Name switch
    {
        ScheduleEvents.Switch => SchedSwitchFields.Bind(format),
        ScheduleEvents.Waking => SchedWakingFields.Bind(format),
        ScheduleEvents.WakeupNew => SchedWakingFields.Bind(format) is { } fields ? new NewThreadFields(fields) : null,
        ScheduleEvents.Wakeup => ScheduleEvents.Has(reader.Events, ScheduleEvents.Waking) ? null : SchedWakingFields.Bind(format),
        { } name when name.StartsWith("sys_enter", StringComparison.Ordinal) => SyscallEnter.Bind(format, reader.Events),
        { } name when name.StartsWith("sys_exit", StringComparison.Ordinal) => SyscallExitFields.Bind(format),
        _ => null,
    };

    private sealed record NewThreadFields(SchedWakingFields Fields);

    private sealed record StartStateFields;
}
