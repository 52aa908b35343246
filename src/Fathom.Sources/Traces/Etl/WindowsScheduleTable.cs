using System.Runtime.InteropServices;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Catalog;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes states and waits of threads by the switches of the Windows kernel, and by what made them ready.</summary>
/// <remarks>
/// The stack of a switch is that of the thread that comes, where it had waited. The reason of a wait means something only where the thread
/// that left does wait.
/// What a switch says of how long a thread had waited is too coarse to be a time.
/// </remarks>
internal sealed class WindowsScheduleTable : EventTable, ISchedulingSink
{
    private const int SwitchBytes = 24;
    private const int ReadyBytes = 8;
    private const int InDeferredCall = 1;

    private readonly TracedMoment _now;
    private readonly TracedProcesses _processes;
    private readonly Func<int, int> _pidOf;
    private readonly IRecordingSink _sink;
    private readonly ThreadStates _states;
    private readonly RowBatch<ThreadSliceRow> _slices;
    private readonly RowBatch<ThreadWaitRow> _waits;
    private readonly RowBatch<ThreadLifeRow> _lives;
    private readonly TextId[] _names;
    private readonly Dictionary<int, (uint Thread, int Reason)> _threads = [];
    private readonly HashSet<uint> _withLives = [];
    private readonly bool _isThere;
    private int _coming = -1;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="processes">The processes.</param>
    /// <param name="pidOf">Tells the process of a thread.</param>
    /// <param name="isThere">Whether the trace has switches.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsScheduleTable(TracedMoment now, TracedProcesses processes, Func<int, int> pidOf, bool isThere, IRecordingSink sink)
    {
        _isThere = isThere;
        (_now, _processes, _pidOf, _sink) = (now, processes, pidOf, sink);
        (_slices, _waits, _lives) = (new(sink), new(sink), new(sink));
        _names = [.. Enum.GetValues<ScheduleState>().Select(state => sink.Ids.Text(state.ToString().ToLowerInvariant()))];
        _states = new ThreadStates(this, 0, isWholeMachine: true);
        Consumer = new KernelConsumer(hook => hook switch
        {
            KernelHook.Switch => OnSwitch,
            KernelHook.Ready => OnReady,
            KernelHook.ThreadStart => OnBegin,
            KernelHook.ThreadEnd => OnEnd,
            _ => null,
        });
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Switches whose fields make no sense.</summary>
    public long Damaged { get; private set; }

    /// <summary>Threads whose number came again in their process.</summary>
    public long Repeated { get; private set; }

    /// <summary>Numbers of threads whose life has a row.</summary>
    public IReadOnlySet<uint> WithLives => _withLives;

    /// <inheritdoc/>
    public override void End()
    {
        if (_isThere)
            _states.End(_now.EndNs);
        _slices.Flush();
        _waits.Flush();
        _lives.Flush();
    }

    /// <inheritdoc/>
    public void OnSlice(in ThreadSlice slice)
    {
        if (!_isThere)
            return;
        uint stack = slice.State != ScheduleState.Running && slice.Thread == _coming ? _now.Stack : 0;
        _slices.Add(new ThreadSliceRow(
            Known(slice.Thread), _names[(int)slice.State], slice.StartNs, slice.DurationNs, slice.Cpu < 0 ? null : slice.Cpu, stack,
                slice.IsPreempted));
    }

    /// <inheritdoc/>
    public void OnWait(in ThreadWait wait)
    {
        int reason = _threads.TryGetValue(wait.Thread, out (uint Thread, int Reason) told) && wait.Stop == ThreadStop.Waiting
            ? told.Reason : -1;
        _waits.Add(new ThreadWaitRow(
            Known(wait.Thread),
            wait.StartNs,
            wait.WaitNs,
            wait.ReadyNs,
            _sink.Ids.Text(reason < 0 ? "unknown" : WaitReasons.NameOf(reason)),
            wait.Thread == _coming ? _now.Stack : 0,
            wait.Waker < 0 ? null : wait.Waker,
            (uint)Math.Max(0, wait.WakerStackId),
            null,
            (wait.Edges & WaitEdges.OpenAtStart) != 0,
            (wait.Edges & WaitEdges.OpenAtEnd) != 0,
            (wait.Edges & WaitEdges.NoWaking) != 0,
            (wait.Edges & WaitEdges.NoSwitchIn) != 0));
    }

    /// <inheritdoc/>
    public void OnThread(in ThreadLife thread)
    {
        if (!_isThere || !_threads.TryGetValue(thread.Thread, out (uint Thread, int Reason) told))
            return;
        if (!_withLives.Add(told.Thread))
        {
            Repeated++;
            return;
        }

        _lives.Add(new ThreadLifeRow(
            told.Thread, thread.StartNs, thread.LifeNs, thread.BeganInTrace, thread.EndedInTrace, thread.RunningNs, thread.ReadyNs,
                thread.WaitingNs, thread.UnknownNs));
    }

    /// <inheritdoc/>
    public void OnGap(in SchedulingGap gap) => _sink.Lost(new LossRow(
        _sink.Ids.Text(EtlExtractor.FormatName), _sink.Ids.Text($"cpu {gap.Cpu}"), (ulong)Math.Max(0, gap.StartNs),
        (ulong)Math.Max(0, gap.EndNs), 0, 0,
        _sink.Ids.Text("switches of a processor are missing, and the trace does not say so"), _sink.Ids.Text(LossTables.States)));

    private void OnSwitch(in NetTraceEvent at)
    {
        ReadOnlySpan<byte> payload = at.Payload;
        if (payload.Length < SwitchBytes)
        {
            Damaged++;
            return;
        }

        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        int next = BitConverter.ToInt32(payload), previous = BitConverter.ToInt32(payload[4..]);
        int reason = (sbyte)payload[12], state = (sbyte)payload[14];
        if (next < 0 || previous < 0)
        {
            Damaged++;
            return;
        }

        Meet(previous, at.ProcessId);
        Meet(next, at.ProcessId);
        _coming = _states.NumberOf(next);
        _states.Switch(_now.Ns, (int)at.Header.Processor, previous, WaitReasons.StopOf(state), 0, next);
        _coming = -1;
        int left = previous > 0 ? _states.NumberOf(previous) : -1;
        if (left >= 0 && _threads.TryGetValue(left, out (uint Thread, int Reason) told))
            _threads[left] = told with { Reason = reason };
    }

    private void OnReady(in NetTraceEvent at)
    {
        ReadOnlySpan<byte> payload = at.Payload;
        if (payload.Length < ReadyBytes || BitConverter.ToInt32(payload) <= 0)
        {
            Damaged++;
            return;
        }

        (_now.IsTaken, _now.IsOfMachine) = (true, true);
        int woken = BitConverter.ToInt32(payload);
        bool isInterrupt = (payload[6] & InDeferredCall) != 0;
        Meet(woken, at.ProcessId);
        // Who runs is interrupted by a deferred call, and does not wake.
        _states.Waking(_now.Ns, woken, isInterrupt ? 0 : at.ProcessId == uint.MaxValue ? -1 : (int)at.Header.ThreadId, (int)_now.Stack);
    }

    private void OnBegin(in NetTraceEvent at)
    {
        if (at.Header.ThreadId is 0 or > int.MaxValue)
            return;
        _states.Begin(_now.Ns, (int)at.Header.ThreadId);
        Meet((int)at.Header.ThreadId, at.ProcessId);
    }

    private void OnEnd(in NetTraceEvent at)
    {
        if (at.Header.ThreadId is > 0 and <= int.MaxValue)
        {
            Meet((int)at.Header.ThreadId, at.ProcessId);
            _states.Exit((int)at.Header.ThreadId);
        }
    }

    // The thread that has a number now gets a row. What is being read has its own process again behind it.
    private void Meet(int tid, ulong process)
    {
        int number = tid > 0 ? _states.NumberOf(tid) : -1;
        if (number < 0)
            return;
        ref (uint Thread, int Reason) told = ref CollectionsMarshal.GetValueRefOrAddDefault(_threads, number, out bool isKnown);
        if (isKnown)
            return;
        _now.Process = _processes.Of((uint)_pidOf(tid));
        told = (_processes.ThreadOf((ulong)tid)?.Number ?? 0, -1);
        _now.Process = _processes.Of(process);
    }

    private uint Known(int thread) => _threads.GetValueOrDefault(thread).Thread;
}
