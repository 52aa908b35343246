namespace Fathom.Sources.Traces.Rows;

/// <summary>Gives numbers from 1, and keeps those that a trace gave before.</summary>
internal sealed class TraceNumbers : ITraceNumbers
{
    private readonly Dictionary<int, uint> _processes = [];
    private readonly Dictionary<(uint Process, int Tid), uint> _threads = [];
    private uint _lastProcess;
    private uint _lastThread;

    /// <summary>A process has a number already.</summary>
    public void KnowProcess(int pid, uint number)
    {
        _processes[pid] = number;
        _lastProcess = Math.Max(_lastProcess, number);
    }

    /// <summary>A thread has a number already. Of several with one number at the operating system the last one counts.</summary>
    public void KnowThread(uint process, int tid, uint number)
    {
        _threads[(process, tid)] = number;
        _lastThread = Math.Max(_lastThread, number);
    }

    /// <inheritdoc/>
    public uint ProcessOf(int pid, out bool isNew)
    {
        isNew = !_processes.TryGetValue(pid, out uint number);
        if (isNew)
            _processes.Add(pid, number = ++_lastProcess);
        return number;
    }

    /// <inheritdoc/>
    public uint ThreadOf(uint process, int tid, out bool isNew)
    {
        isNew = !_threads.TryGetValue((process, tid), out uint number);
        if (isNew)
            _threads.Add((process, tid), number = ++_lastThread);
        return number;
    }
}
