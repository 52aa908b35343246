using Fathom.Formats.PerfData.Cutting;
using Fathom.Formats.PerfData.Writing;
using Fathom.Model;
using Fathom.Recorder.Kernel.Bpf;
using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Rings;
using Fathom.Recorder.Kernel.Start;
using Fathom.Recorder.Segments;
using Fathom.Recorder.Unwinding;

namespace Fathom.Recorder.Kernel;

/// <summary>
/// Records events of the kernel into a file in the form of perf.data: samples of processors, switches and wakings of threads, lives of processes and what they map. The records go as the
/// kernel writes them, so whatever ends the recorder, what is in the file can be read.
/// </summary>
public sealed class KernelRecorder : IDisposable
{
    // Rings hold half a second of the most that processors tell.
    private const long MostStatesNs = 250_000_000;

    private readonly KernelPlan _plan;
    private readonly OpenEvents _open;
    private readonly RawFile _file;
    private readonly RecordPump _pump;
    private readonly Counters _counters;
    private readonly Drain _drain;
    private readonly PoolTids _pool = new();
    private readonly long _startNs;
    private readonly string _path;
    private readonly SegmentList? _segments;
    private readonly PerfMoment? _moment;
    private IReadOnlyList<int>? _followed;
    private int _unreadThreads;
    private KernelRecorderResult? _result;
    private bool _isDisposed;

    private KernelRecorder(KernelRecorderOptions options, KernelPlan plan, OpenEvents open, RawFile file, SegmentList? segments)
    {
        (_plan, _open, _file, _path, _segments) = (plan, open, file, options.Path, segments);
        _moment = segments is null ? null : new PerfMoment();
        BuildIds ids = new();
        SwitchRecords switches = new(plan.Events, open.All, _pool);
        _pump = new RecordPump(
            new EventIds(open.All),
            file,
            [.. plan.Events.Select(static each => each.LeavesSelfOut)],
            new StackRewriters([.. plan.Events.Select(static each => each.Attributes)]),
            new MappedFileIds(ids),
            switches);
        _counters = new Counters(
            open.All, file, plan.Scope.IsMachine, [.. plan.Events.Select(static each => each is { CountsOccurrences: true, IsOnlyCounted: false })],
            [.. plan.Events.Select(static each => each.Role == EventRole.Switches)]);
        if (plan.Scope.AtExec)
            RecordingHead.Write(file, options, plan, open, ids, _pool, 0);
        else
            Begin(options, ids);
        _startNs = Clocks.NowNs();
        _pump.StartNs = _startNs;
        if (plan.Programs is { } programs)
            BeginPrograms(programs, options.CallProcesses);
        if (!plan.Scope.AtExec)
        {
            open.Switch(isOn: true, which: each => plan.Events[each.Source].Role != EventRole.Lives);
            _pump.TakeEarlier(open.Rings);
            TellStates(options.Processes);
        }

        if (plan.HasCalls)
            BeginCalls(plan.Programs!);
        long nowNs = Clocks.NowNs();
        _counters.Begin(nowNs);
        switches.Begin(nowNs);
        _drain = new Drain(open.Rings, file, _pump, _counters, switches, options.Budget, () =>
        {
            plan.Programs?.Detach();
            open.Switch(isOn: false, which: static _ => true);
        }, segments);
        _drain.Start();
    }

    /// <summary>What cannot be recorded, and why.</summary>
    public IReadOnlyList<RefusedEvent> Refused => _plan.Refused;

    /// <summary>Whether the whole machine is recorded.</summary>
    public bool IsWholeMachine => _plan.Scope.IsMachine;

    /// <summary>Bytes so far.</summary>
    public long Bytes => _file.Bytes;

    /// <summary>Samples that were lost so far, as the kernel's counters said a second ago at most.</summary>
    public long Lost => _counters.Lost;

    /// <summary>Signalled when the recording cannot go on: the file cannot be written.</summary>
    public WaitHandle Ended => _drain.Ended;

    /// <summary>Begins to record; returns when all events are on, or wait for the program that is started next.</summary>
    /// <param name="options">What is recorded.</param>
    /// <param name="access">What the kernel allows, where that is known already.</param>
    /// <exception cref="FathomException">Nothing may be recorded, or the file cannot be made; the message says why and what changes it.</exception>
    public static KernelRecorder Start(KernelRecorderOptions options, KernelAccess? access = null)
    {
        KernelPlan plan = KernelPlan.Make(options, access ?? KernelAccess.Look());
        OpenEvents open = new();
        RawFile? file = null;
        try
        {
            open.Open(plan.Events, CpuList.Online(), plan.Threads(), options.RingBytes);
            plan.Learn(open);
            SegmentList? segments = options.KeepNs is { } keepNs ? Segments(options.Path, keepNs) : null;
            string path = segments?.Current ?? options.Path;
            file = RawFile.TryCreate(path, out int error) ?? throw FileErrors.NotMade(path, error);
            return new KernelRecorder(options, plan, open, file, segments);
        }
        catch
        {
            file?.Dispose();
            open.Dispose();
            plan.Dispose();
            throw;
        }
    }

    /// <summary>Records the system calls of what this process starts from now on, or no longer.</summary>
    public void FollowChildren(bool isOn)
    {
        if (_plan.Programs is not { IsOfMachine: false } calls)
            return;
        if (isOn)
            calls.FollowChildrenOf(Environment.ProcessId);
        else
            calls.Leave(Environment.ProcessId);
    }

    /// <summary>Ends the recording: switches events off, takes what the rings hold, and closes the file.</summary>
    public KernelRecorderResult Stop()
    {
        if (_result is not null)
            return _result;
        _plan.Programs?.Detach();
        _open.Switch(isOn: false, which: static _ => true);
        long stopNs = Clocks.NowNs();
        _drain.Stop(stopNs);
        if (_plan.Programs is { Pending.Count: > 0 } calls)
            TellOpen(calls.Pending, stopNs);
        _file.Dispose();
        return _result = Outcome.Of(_plan, _open, _pump, _counters, _file, _path) with { StartNs = _startNs, StopNs = stopNs,
            UnreadThreads = _unreadThreads, Calls = _plan.Programs?.Counts() };
    }

    /// <summary>When it began, on CLOCK_MONOTONIC.</summary>
    public long StartNs => _startNs;

    /// <summary>What was lost in a span of time, as far as that is known; not while another thread ends this.</summary>
    public IReadOnlyList<LostEvents> LostIn((long FromNs, long ToNs) span) =>
        [.. Outcome.Losses(_plan, _counters).Where(each => each.ToNs > span.FromNs && each.FromNs < span.ToNs)];

    /// <summary>When events were off in a span of time, as far as that is known; not while another thread ends this.</summary>
    public IReadOnlyList<SilentEvent> SilentIn((long FromNs, long ToNs) span)
    {
        // Read before those that are over: one that ends meanwhile is among both.
        SilentEvent[] open =
        [
            .. _open.All.Select(static each => (Event: each, FromNs: each.SilentFromNs)).Where(static each => each.FromNs != 0)
                .Select(each => new SilentEvent(_plan.Events[each.Event.Source].Name, each.Event.Cpu, each.FromNs, span.ToNs)),
        ];
        List<SilentEvent> over = Outcome.Silences(_plan, _counters);
        HashSet<(string, int, long)> known = [.. over.Select(static each => (each.Event, each.Cpu, each.FromNs))];
        return
        [
            .. over.Concat(open.Where(each => !known.Contains((each.Event, each.Cpu, each.FromNs))))
                .Where(each => each.ToNs > span.FromNs && each.FromNs < span.ToNs),
        ];
    }

    /// <summary>Why it cannot be written any more, in one sentence; null while it can.</summary>
    public string? Failure => _file.Error != 0 ? FileErrors.NotWritten(_path, _file.Error, _file.Written) : null;

    /// <summary>Bytes of rings that made no sense so far.</summary>
    public long BrokenBytes => _pump.BrokenBytes;

    /// <summary>Files that stacks lead through, and that were left out so far because of their size.</summary>
    public long LeftOutFiles => _pump.LeftOutFiles;

    /// <summary>Threads whose state at the start was not read in time.</summary>
    public int UnreadThreads => _unreadThreads;

    /// <summary>Whether the last <see cref="Cut"/> had all that came until then: the rings were emptied in time.</summary>
    public bool IsFlushed { get; private set; } = true;

    /// <summary>Gives up what is older than is kept. Not while <see cref="Cut"/> runs.</summary>
    /// <param name="nowNs">The time, or an earlier one up to which somebody still asks for.</param>
    /// <exception cref="IOException">What is needed of it cannot be written.</exception>
    public void Trim(long nowNs) =>
        _segments?.Trim(nowNs, file => _moment!.Take(file, long.MaxValue), file => _moment!.Write(file, null));

    /// <summary>Makes the raw file of a span of time that has passed, of a ring that goes on, or has ended.</summary>
    /// <param name="span">Begin and end on CLOCK_MONOTONIC.</param>
    /// <param name="path">The file, newly made.</param>
    /// <returns>What it is; null where nothing was recorded.</returns>
    /// <exception cref="IOException">It cannot be written.</exception>
    public PerfCut? Cut((long FromNs, long ToNs) span, string path)
    {
        IsFlushed = _result is not null || _drain.Flush();
        PerfCut? cut = SegmentCut.Kernel(Path.GetDirectoryName(_segments!.Current)!, Path.GetFileName(_path), span, path);
        // What was given up of the segments that are gone is not among those that it read.
        return cut is null ? null : cut with { MappingsWithoutRoom = cut.MappingsWithoutRoom + _moment!.MappingsWithoutRoom };
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_isDisposed)
            return;
        _isDisposed = true;
        _ = Stop();
        _drain.Dispose();
        _pump.Dispose();
        _pool.Dispose();
        _open.Dispose();
        _plan.Dispose();
    }

    private static SegmentList Segments(string path, long keepNs) => new(
        Path.Combine(Path.GetDirectoryName(path)!, SegmentFiles.Folder), Path.GetFileName(path), keepNs, Clocks.NowNs());

    // Before the rings are emptied: what comes out of them later is newer than this, as its order is told.
    private void TellStates(IReadOnlyList<int>? only)
    {
        OpenEvent? states = Of(EventRole.StartStates).FirstOrDefault();
        if (states is null)
            return;
        RecordBytes bytes = new();
        int priority = RecorderThreads.Favor();
        PerfDataPipe pipe = new(bytes, EventSet.TrailerBytes);
        (states.Kept, _unreadThreads) = ThreadStatesNow.Write(
            pipe, (states.Id, _segments is not null), only, _plan.Scope.IsMachine ? null : Switching(), _startNs + MostStatesNs);
        RecorderThreads.Restore(priority);
        _pump.Add(bytes.Written, states.Kept);
    }

    // Before the events are on: those of page faults ask a program from their begin on.
    private void BeginPrograms(CallPrograms programs, IReadOnlyList<int>? only)
    {
        foreach (int pid in only ?? [])
            programs.Follow(pid);
        (string What, int Error)? refused = programs.AttachForked();
        _followed = only is null ? null : FollowAll(programs, only);
        foreach (OpenEvent each in Of(EventRole.Faults))
            refused ??= programs.Filter(_plan.Events[each.Source].Name, each);
        if (refused is var (what, error))
            _plan.RefusePrograms(what, error);
    }

    // Children of whom is followed are followed from their begin on. Those that began before are looked for until there is no other one.
    private static IReadOnlyList<int> FollowAll(CallPrograms programs, IReadOnlyList<int> only)
    {
        HashSet<int> followed = [.. only];
        for (int before = 0; before != followed.Count;)
        {
            before = followed.Count;
            foreach (int pid in OpenFiles.WithChildren([.. followed]).Where(followed.Add))
                programs.Follow(pid);
        }

        return [.. followed];
    }

    // What was open before is told behind the begin: a descriptor that a call makes meanwhile is told by it.
    private void BeginCalls(CallPrograms calls)
    {
        OpenEvent[] events = Of(EventRole.Calls);
        // That it could not be opened is said.
        if (events.Length == 0)
            return;
        if (calls.Attach(events, Of(EventRole.PlainCalls)) is var (what, error))
        {
            _plan.RefusePrograms(what, error);
            return;
        }

        if (!_plan.FollowsFiles)
            return;
        RecordBytes bytes = new();
        int written = OpenFiles.Write(new PerfDataPipe(bytes, EventSet.TrailerBytes), events[0].Id, _followed is null ? null
            : [.. _followed, Environment.ProcessId]);
        events[0].Kept += written;
        _plan.OwnCallSamples += written;
        _pump.Add(bytes.Written, written);
    }

    // Begins are no longer kept then, and what returned until then has a sample of its own.
    private void TellOpen(IReadOnlyList<PendingCall> pending, long stopNs)
    {
        OpenEvent first = Of(EventRole.Calls)[0];
        RecordBytes bytes = new();
        PerfDataPipe pipe = new(bytes, EventSet.TrailerBytes);
        foreach (PendingCall call in pending)
            pipe.OpenCall(first.Id, (call.Pid, call.Tid), stopNs, call.Kind, call.Number, call.StartNs, call.Arguments);
        first.Kept += pending.Count;
        _plan.OwnCallSamples += pending.Count;
        _pump.Add(bytes.Written, pending.Count);
    }

    private OpenEvent[] Of(EventRole role) => [.. _open.All.Where(each => _plan.Events[each.Source].Role == role)];

    private HashSet<int> Switching() => [.. Of(EventRole.Switches).Select(static each => each.Tid)];

    private void Begin(KernelRecorderOptions options, BuildIds ids)
    {
        _open.Switch(isOn: true, which: each => _plan.Events[each.Source].Role == EventRole.Lives);
        RecordingHead.Write(_file, options, _plan, _open, ids, _pool, Clocks.SinceBootNs());
    }
}
