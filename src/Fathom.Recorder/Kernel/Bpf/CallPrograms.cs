using System.Runtime.InteropServices;
using System.Text;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Rings;
using Fathom.Sources.Traces.Calls;

namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>
/// The programs that record system calls, from loading to the end of the recording. All of it goes with the recorder's descriptors, however
/// that ends.
/// </summary>
internal sealed class CallPrograms : IDisposable
{
    private const string Forks = "sched:sched_process_fork";
    private const string ChildField = "child_pid";

    private static readonly (string Event, CallCounter Counter)[] s_faults =
    [
        (EventSet.FaultBegins, CallCounter.FaultBegins), (EventSet.FaultsWithoutFile, CallCounter.MinorFaults), (EventSet.FaultsOfFiles, CallCounter.MajorFaults),
    ];

    private readonly CallMaps _maps = new();
    private readonly List<int> _files = [];
    private int _enter;
    private int _leave;
    private int _end;
    private int _fork;
    private int[] _filters = [];
    private TracepointFile? _forks;

    private CallPrograms()
    {
    }

    /// <summary>Calls that have not returned; after <see cref="Detach"/> there are no more.</summary>
    public IReadOnlyList<PendingCall> Pending { get; private set; } = [];

    /// <summary>Whether all processes but the recorder are recorded.</summary>
    public bool IsOfMachine { get; private init; }

    /// <summary>Loads them.</summary>
    /// <param name="calls">The calls that are recorded as file calls.</param>
    /// <param name="traced">Numbers of those that are recorded as system calls.</param>
    /// <param name="hasFaults">Whether page faults of the recorded processes are told apart.</param>
    /// <param name="isOfMachine">Whether of all processes; else those that <see cref="Follow"/> names, and their children.</param>
    /// <param name="files">Tracepoints.</param>
    /// <param name="refused">What the kernel refused, and with which error number.</param>
    /// <returns>Null where the kernel does not let them be loaded.</returns>
    public static CallPrograms? TryLoad(
        IReadOnlyList<RecordedCall> calls, IReadOnlyList<int> traced, bool hasFaults, bool isOfMachine, TraceFiles? files, out (string What, int Error) refused)
    {
        CallPrograms made = new() { IsOfMachine = isOfMachine };
        int error = made.Load(calls, traced, hasFaults, files, out string what);
        refused = (what, error);
        if (error == 0)
            return made;
        made.Dispose();
        return null;
    }

    /// <summary>Lets an event of page faults count those of recorded processes only, as long as it is open.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="opened">The event.</param>
    public (string What, int Error)? Filter(string name, OpenEvent opened)
    {
        int program = Array.FindIndex(s_faults, each => each.Event == name);
        return program < 0 || _filters.Length == 0 || PerfCalls.Control(opened.File, BpfCalls.SetProgram, _filters[program]) == 0
            ? null : ("a program for page faults", Marshal.GetLastPInvokeError());
    }

    /// <summary>Page faults that passed; null where they are not told apart.</summary>
    /// <param name="name">Name of their event.</param>
    public long? CountOfFaults(string name) =>
        _filters.Length > 0 && s_faults.FirstOrDefault(each => each.Event == name) is { Event: not null } of ? _maps.Count(of.Counter) : null;

    /// <summary>Has children of recorded processes recorded from now on.</summary>
    public (string What, int Error)? AttachForked() => IsOfMachine ? null : Refuse(Forks, AttachForks());

    /// <summary>Lets them write into the rings, and calls them from now on.</summary>
    /// <param name="events">The events that take their samples.</param>
    /// <param name="plain">Those that take the ones without callers.</param>
    /// <returns>What the kernel refused, and with which error number; null where that was possible.</returns>
    public (string What, int Error)? Attach(IEnumerable<OpenEvent> events, IEnumerable<OpenEvent> plain)
    {
        foreach (OpenEvent each in events)
            _ = BpfCalls.Update(_maps.Rings, (uint)each.Cpu, (uint)each.File);
        foreach (OpenEvent each in plain)
            _ = BpfCalls.Update(_maps.PlainRings, (uint)each.Cpu, (uint)each.File);
        // A call is only known from its begin to its end, so its end comes first.
        return Refuse("raw_tracepoint sys_exit", Keep(BpfCalls.Attach("sys_exit", _leave)))
            ?? Refuse("raw_tracepoint sched_process_exit", Keep(BpfCalls.Attach("sched_process_exit", _end)))
            ?? Refuse("raw_tracepoint sys_enter", Keep(BpfCalls.Attach("sys_enter", _enter)));
    }

    /// <summary>Records a process and what it starts from now on.</summary>
    public void Follow(int pid) => _ = BpfCalls.Update(_maps.Processes, (uint)pid, CallMaps.IsRecorded);

    /// <summary>Records what a process starts from now on, and not itself.</summary>
    public void FollowChildrenOf(int pid) => _ = BpfCalls.Update(_maps.Processes, (uint)pid, CallMaps.IsParent);

    /// <summary>Ends that.</summary>
    public void Leave(int pid) => _ = BpfCalls.Delete(_maps.Processes, (uint)pid);

    /// <summary>What they counted, when nothing calls them any more.</summary>
    public RecordedCallCounts Counts() => new(
        _maps.Count(CallCounter.Returned), _maps.Count(CallCounter.NotWritten), _maps.Count(CallCounter.NotKept),
            _maps.Count(CallCounter.OtherProcessor), Pending.Count, _maps.Count(CallCounter.Plain));

    /// <summary>Ends the calls of them; counters stay. The thread that empties the rings may do it, where the recording has its size.</summary>
    public void Detach()
    {
        lock (_files)
        {
            // Begins go first: a call that began must not return unseen.
            for (int i = _files.Count - 1; i >= 0; i--)
                _ = PerfCalls.Close(_files[i]);
            if (_files.Count > 0)
                Pending = _maps.PendingCalls();
            _files.Clear();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Detach();
        foreach (int file in ((int[])[_enter, _leave, _end, _fork, .. _filters]).Where(static file => file > 0))
            _ = PerfCalls.Close(file);
        (_enter, _leave, _end, _fork, _filters) = (0, 0, 0, 0, []);
        _maps.Dispose();
    }

    private int Load(IReadOnlyList<RecordedCall> calls, IReadOnlyList<int> traced, bool hasFaults, TraceFiles? files, out string what)
    {
        what = "maps";
        if (_maps.Error != 0)
            return _maps.Error;
        _maps.Record(calls, traced, RuntimeInformation.ProcessArchitecture == Architecture.Arm64);
        CallCode code = new(_maps);
        int own = IsOfMachine ? Environment.ProcessId : 0;
        int error = calls.Count + traced.Count == 0 ? 0 : LoadCalls(code, own, out what);
        if (error == 0 && hasFaults)
        {
            what = "the programs for page faults";
            _filters = [.. s_faults.Select(each => BpfCalls.Load(BpfCalls.OnPerfEvent, code.Filter(own, each.Counter)))];
            error = Math.Max(0, -_filters.Min());
        }

        return error != 0 || IsOfMachine ? error : LoadForks(code, files, out what);
    }

    private int LoadCalls(CallCode code, int own, out string what)
    {
        what = "the program for begins of calls";
        _enter = BpfCalls.Load(BpfCalls.OnRawTracepoint, code.Enter(own));
        if (_enter < 0)
            return -_enter;
        what = "the program for ends of calls";
        _leave = BpfCalls.Load(BpfCalls.OnRawTracepoint, code.Leave());
        if (_leave < 0)
            return -_leave;
        what = "the program for ends of threads";
        _end = BpfCalls.Load(BpfCalls.OnRawTracepoint, code.End());
        return Math.Max(0, -_end);
    }

    private int LoadForks(CallCode code, TraceFiles? files, out string what)
    {
        what = $"the tracepoint {Forks}";
        _forks = files?.Tracepoint(Forks);
        if (_forks is null || TraceFormat.Read(_forks.System, Encoding.UTF8.GetString(_forks.Format))?.Find(ChildField) is not { } field)
            return Errno.NoEntry;
        _fork = BpfCalls.Load(BpfCalls.OnTracepoint, code.Fork(field.Offset));
        return Math.Max(0, -_fork);
    }

    // A program of a tracepoint is called at all processors, wherever the event is opened.
    private int AttachForks()
    {
        int file = Keep(OpenEvents.OpenOne(EventSet.Tracepoint(_forks!, EventRole.Chosen, new EventScope(true, true, false, false, 0),
            hasChain: false).Attributes, -1, Start.CpuList.Online()[0]));
        return file < 0 ? file : PerfCalls.Control(file, BpfCalls.SetProgram, _fork) == 0 ? 0 : -Marshal.GetLastPInvokeError();
    }

    private int Keep(int file)
    {
        if (file >= 0)
            _files.Add(file);
        return file;
    }

    private static (string What, int Error)? Refuse(string what, int result) => result >= 0 ? null : (what, -result);
}
