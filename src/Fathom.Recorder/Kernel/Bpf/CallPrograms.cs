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

    private readonly CallMaps _maps = new();
    private readonly List<int> _files = [];
    private int _enter;
    private int _leave;
    private int _fork;
    private TracepointFile? _forks;

    private CallPrograms()
    {
    }

    /// <summary>Whether all processes but the recorder are recorded.</summary>
    public bool IsOfMachine { get; private init; }

    /// <summary>Loads them.</summary>
    /// <param name="calls">The calls that are recorded.</param>
    /// <param name="isOfMachine">Whether of all processes; else those that <see cref="Follow"/> names, and their children.</param>
    /// <param name="files">Tracepoints.</param>
    /// <param name="refused">What the kernel refused, and with which error number.</param>
    /// <returns>Null where the kernel does not let them be loaded.</returns>
    public static CallPrograms? TryLoad(IReadOnlyList<RecordedCall> calls, bool isOfMachine, TraceFiles? files, out (string What, int Error) refused)
    {
        CallPrograms made = new() { IsOfMachine = isOfMachine };
        int error = made.Load(calls, files, out string what);
        refused = (what, error);
        if (error == 0)
            return made;
        made.Dispose();
        return null;
    }

    /// <summary>Lets them write into the rings, and calls them from now on.</summary>
    /// <param name="events">The events that take their samples.</param>
    /// <returns>What the kernel refused, and with which error number; null where that was possible.</returns>
    public (string What, int Error)? Attach(IEnumerable<OpenEvent> events)
    {
        foreach (OpenEvent each in events)
            _ = BpfCalls.Update(_maps.Rings, (uint)each.Cpu, (uint)each.File);
        // A call is only known from its begin to its end, so its end comes first.
        return Refuse("raw_tracepoint sys_exit", Keep(BpfCalls.Attach("sys_exit", _leave)))
            ?? Refuse("raw_tracepoint sys_enter", Keep(BpfCalls.Attach("sys_enter", _enter)))
            ?? (IsOfMachine ? null : Refuse(Forks, AttachForks()));
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
            _maps.Count(CallCounter.OtherProcessor), _maps.CountPending());

    /// <summary>Ends the calls of them; counters stay.</summary>
    public void Detach()
    {
        foreach (int file in _files)
            _ = PerfCalls.Close(file);
        _files.Clear();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Detach();
        foreach (int file in new[] { _enter, _leave, _fork }.Where(static file => file > 0))
            _ = PerfCalls.Close(file);
        (_enter, _leave, _fork) = (0, 0, 0);
        _maps.Dispose();
    }

    private int Load(IReadOnlyList<RecordedCall> calls, TraceFiles? files, out string what)
    {
        what = "maps";
        if (_maps.Error != 0)
            return _maps.Error;
        bool isArm = RuntimeInformation.ProcessArchitecture == Architecture.Arm64;
        foreach (RecordedCall call in calls)
        {
            if ((isArm ? call.Arm64 : call.X64) is >= 0 and < CallMaps.MostNumbers and var number)
                _maps.Record(call, number);
        }

        CallCode code = new(_maps);
        what = "the program for begins of calls";
        _enter = BpfCalls.Load(BpfCalls.OnRawTracepoint, code.Enter(IsOfMachine ? Environment.ProcessId : 0));
        if (_enter < 0)
            return -_enter;
        what = "the program for ends of calls";
        _leave = BpfCalls.Load(BpfCalls.OnRawTracepoint, code.Leave());
        if (_leave < 0)
            return -_leave;
        return IsOfMachine ? 0 : LoadForks(code, files, out what);
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
