using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>The processes and threads whose events a stream has.</summary>
/// <param name="now">The event that is being read.</param>
/// <param name="numbers">Gives them their numbers.</param>
/// <param name="names">Keeps the names of methods.</param>
internal sealed class TracedProcesses(TracedMoment now, ITraceNumbers numbers, MethodNames names)
{
    private const int MostProcesses = 4096;
    private const int MostThreads = 1 << 20;

    private readonly Dictionary<ulong, TracedProcess> _byPid = [];
    private readonly List<TracedProcess> _all = [];
    private ulong _pid;
    private int _threadCount;

    /// <summary>All that there were. A pid that came again is there several times.</summary>
    public IReadOnlyList<TracedProcess> All => _all;

    /// <summary>Events of threads and processes beyond those that are kept.</summary>
    public long WithoutRoom { get; private set; }

    /// <summary>The process that has a pid now.</summary>
    public TracedProcess Of(ulong pid)
    {
        if (now.Process is not null && pid == _pid)
            return now.Process;
        _pid = pid;
        if (_byPid.TryGetValue(pid, out TracedProcess? process))
            return process;
        if (_all.Count == MostProcesses)
        {
            WithoutRoom++;
            return _all[0];
        }

        uint number = numbers.ProcessOf((int)pid, now.ClockNs, out bool isNew);
        return Add(pid, new TracedProcess(number, (int)pid, isNew, names));
    }

    /// <summary>A process began: where one with its pid had ended, this is another one.</summary>
    public TracedProcess Begin(ulong pid)
    {
        TracedProcess before = Of(pid);
        if (before.ExitNs is null || _all.Count == MostProcesses)
            return before;
        uint number = numbers.ProcessOf((int)pid, now.ClockNs, out bool isNew);
        if (number == before.Number)
            (number, isNew) = (numbers.NextOf((int)pid, now.ClockNs), true);
        return Add(pid, new TracedProcess(number, (int)pid, isNew, names));
    }

    /// <summary>A thread of the process of now; null where there is no room.</summary>
    public TracedThread? ThreadOf(ulong tid)
    {
        if (now.Process!.Known(tid, now.ClockNs) is { } known)
            return known;
        if (_threadCount == MostThreads)
        {
            WithoutRoom++;
            return null;
        }

        _threadCount++;
        return now.Process.Meet(tid, now.ClockNs, numbers);
    }

    private TracedProcess Add(ulong pid, TracedProcess process)
    {
        _byPid[pid] = process;
        _all.Add(process);
        return process;
    }
}
