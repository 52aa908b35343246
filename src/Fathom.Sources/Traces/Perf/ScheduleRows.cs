using Fathom.Model.Catalog;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Writes what <see cref="ThreadStates"/> finds as rows, as it comes.</summary>
internal sealed class ScheduleRows : ISchedulingSink
{
    private readonly IRecordingSink _sink;
    private readonly TraceProcesses _processes;
    private readonly long _startNs;
    private readonly bool _hasSwitches;
    private readonly TextId _format;
    private readonly KernelTids _tids;
    private readonly TraceNumbers? _numbers;
    private readonly WaitLog? _log;
    private readonly LeftOutThreads? _leftOut;
    private readonly TextId[] _states;
    private readonly TextId[] _kinds;
    private readonly TextId _kind;
    private readonly TextId _lostSwitches;
    private readonly TextId _missingSwitches;
    private readonly TextId _stateTables;
    private readonly Dictionary<int, TextId> _cpus = [];
    private readonly RowBatch<ThreadRow> _threads;
    private readonly RowBatch<ThreadLifeRow> _lives;
    private readonly RowBatch<ThreadSliceRow> _slices;
    private readonly RowBatch<ThreadWaitRow> _waits;
    private readonly RowBatch<ThreadWaitStackRow> _entries;
    private readonly TextId _futex;

    /// <summary>Begins.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="processes">Which process a thread belongs to.</param>
    /// <param name="startNs">The first time stamp of the trace.</param>
    /// <param name="hasSwitches">Whether the trace tells states and waits at all.</param>
    /// <param name="format">What losses are reported of.</param>
    /// <param name="tids">Numbers of threads.</param>
    /// <param name="numbers">Told of the numbers of threads; null where nobody asks.</param>
    /// <param name="log">Keeps the times of waits; null where nobody asks.</param>
    /// <param name="leftOut">Threads that have no rows; null for none.</param>
    public ScheduleRows(
        IRecordingSink sink, TraceProcesses processes, long startNs, bool hasSwitches, TextId format, KernelTids tids,
        TraceNumbers? numbers = null, WaitLog? log = null, LeftOutThreads? leftOut = null)
    {
        (_tids, _numbers, _log, _leftOut) = (tids, numbers, log, leftOut);
        (_sink, _processes, _startNs, _hasSwitches, _format) = (sink, processes, startNs, hasSwitches, format);
        (_threads, _lives, _slices, _waits, _entries) = (new(sink), new(sink), new(sink), new(sink), new(sink));
        _states = [.. Enum.GetValues<ScheduleState>().Select(state => sink.Ids.Text(state.ToString().ToLowerInvariant()))];
        _kinds = [.. Enum.GetValues<ThreadStop>().Select(stop => sink.Ids.Text((stop == ThreadStop.Waiting ? ThreadStop.Unknown : stop).ToString().ToLowerInvariant()))];
        (_kind, _futex) = (sink.Ids.Text("unknown"), sink.Ids.Text(ThreadWaitStackRow.Futex));
        _stateTables = sink.Ids.Text(LossTables.States);
        (_lostSwitches, _missingSwitches) = (sink.Ids.Text("the recorder lost switches of a processor"), sink.Ids.Text("switches of a processor are missing, and the recorder does not say so"));
    }

    /// <summary>Threads outside the PID namespace of the recorder.</summary>
    public long ThreadsOutside { get; private set; }

    /// <inheritdoc/>
    public void OnSlice(in ThreadSlice slice)
    {
        if (_hasSwitches && _leftOut?.Contains(slice.Thread) != true)
        {
            _slices.Add(new ThreadSliceRow(
                Number(slice.Thread), _states[(int)slice.State], slice.StartNs - _startNs, slice.DurationNs, slice.Cpu < 0 ? null : slice.Cpu, Stack(slice.StackId), slice.IsPreempted));
        }
    }

    /// <inheritdoc/>
    public void OnWait(in ThreadWait wait)
    {
        if (_hasSwitches && _leftOut?.Contains(wait.Thread) != true)
        {
            // Where runtimes are asked too, their answers decide, if there is room to wait for them.
            bool isLogged = _log?.Add(Number(wait.Thread), wait, _startNs) ?? false;
            if (!isLogged && wait.EntryStackId > 0)
                _entries.Add(new ThreadWaitStackRow(Number(wait.Thread), wait.StartNs - _startNs, _futex, Stack(wait.EntryStackId)));
            _waits.Add(new ThreadWaitRow(
                Number(wait.Thread),
                wait.StartNs - _startNs,
                wait.WaitNs,
                wait.ReadyNs,
                _kinds[(int)wait.Stop],
                Stack(wait.StackId),
                wait.Waker < 0 ? null : _tids.Shown(wait.Waker),
                Stack(wait.WakerStackId),
                wait.Syscall < 0 ? null : wait.Syscall,
                (wait.Edges & WaitEdges.OpenAtStart) != 0,
                (wait.Edges & WaitEdges.OpenAtEnd) != 0,
                (wait.Edges & WaitEdges.NoWaking) != 0,
                (wait.Edges & WaitEdges.NoSwitchIn) != 0));
        }
    }

    /// <inheritdoc/>
    public void OnThread(in ThreadLife thread)
    {
        if (_leftOut?.Contains(thread.Thread) == true)
            return;
        ThreadsOutside += _tids.IsOutside(thread.Tid) ? 1 : 0;
        TraceProcess process = _processes.OfThread(thread.Tid);
        _numbers?.KnowThread(process.Number, thread.Tid, Number(thread.Thread), thread.BeganInTrace ? thread.StartNs : long.MinValue);
        _threads.Add(new ThreadRow(Number(thread.Thread), process.Number, _tids.Shown(thread.Tid), null, _sink.Ids.Text(_processes.NameOfThread(thread.Tid)), _kind));
        ThreadLife told = _hasSwitches ? thread : thread with { RunningNs = 0, ReadyNs = 0, WaitingNs = 0, UnknownNs = thread.LifeNs };
        _lives.Add(new ThreadLifeRow(
            Number(thread.Thread), thread.StartNs - _startNs, thread.LifeNs, thread.BeganInTrace, thread.EndedInTrace, told.RunningNs, told.ReadyNs, told.WaitingNs, told.UnknownNs));
    }

    /// <inheritdoc/>
    public void OnGap(in SchedulingGap gap)
    {
        if (!_hasSwitches)
            return;
        if (!_cpus.TryGetValue(gap.Cpu, out TextId cpu))
            _cpus.Add(gap.Cpu, cpu = _sink.Ids.Text($"cpu {gap.Cpu}"));
        _sink.Lost(new LossRow(
            _format, cpu, (ulong)Math.Max(0, gap.StartNs - _startNs), (ulong)Math.Max(0, gap.EndNs - _startNs), 0, 0, gap.IsReported ? _lostSwitches : _missingSwitches, _stateTables));
    }

    /// <summary>Hands on what is left.</summary>
    public void Flush()
    {
        _threads.Flush();
        _lives.Flush();
        _slices.Flush();
        _waits.Flush();
        _entries.Flush();
    }

    private static uint Number(int thread) => (uint)thread + 1;

    private static uint Stack(int stackId) => (uint)Math.Max(0, stackId);
}
