namespace Fathom.Sources.Traces.Rows;

/// <summary>Gives numbers from 1, and keeps those that a trace gave before. A number of the operating system that came again belongs, by time, to who had it then.</summary>
internal sealed class TraceNumbers : ITraceNumbers
{
    private readonly Dictionary<int, List<(long FromNs, uint Number)>> _processes = [];
    private readonly Dictionary<(uint Process, int Tid), List<(long FromNs, uint Number)>> _threads = [];
    private uint _lastProcess;
    private uint _lastThread;

    /// <summary>A process has a number already.</summary>
    /// <param name="pid">Its number at the operating system.</param>
    /// <param name="number">Its number.</param>
    /// <param name="fromNs">Since when it has that of the operating system; the least number where that is not known.</param>
    public void KnowProcess(int pid, uint number, long fromNs)
    {
        Add(_processes, pid, fromNs, number);
        _lastProcess = Math.Max(_lastProcess, number);
    }

    /// <summary>A thread has a number already.</summary>
    /// <param name="process">Its process.</param>
    /// <param name="tid">Its number at the operating system.</param>
    /// <param name="number">Its number.</param>
    /// <param name="fromNs">Since when it has that of the operating system; the least number where that is not known.</param>
    public void KnowThread(uint process, int tid, uint number, long fromNs)
    {
        Add(_threads, (process, tid), fromNs, number);
        _lastThread = Math.Max(_lastThread, number);
    }

    /// <summary>The number of a process that shares none with others.</summary>
    public uint NewProcess() => ++_lastProcess;

    /// <summary>The number of a thread that shares none with others.</summary>
    public uint NewThread() => ++_lastThread;

    /// <summary>The number of a process; null where no trace told of it.</summary>
    public uint? Find(int pid, long timeNs) => _processes.TryGetValue(pid, out List<(long FromNs, uint Number)>? owners) ? At(owners, timeNs).Number : null;

    /// <inheritdoc/>
    public uint ProcessOf(int pid, long timeNs, out bool isNew)
    {
        isNew = !_processes.ContainsKey(pid);
        if (isNew)
            KnowProcess(pid, _lastProcess + 1, long.MinValue);
        return At(_processes[pid], timeNs).Number;
    }

    /// <inheritdoc/>
    public uint NextOf(int pid, long timeNs)
    {
        KnowProcess(pid, _lastProcess + 1, timeNs);
        return _lastProcess;
    }

    /// <inheritdoc/>
    public (uint Number, long UntilNs) ThreadOf(uint process, int tid, long timeNs, out bool isNew)
    {
        isNew = !_threads.ContainsKey((process, tid));
        if (isNew)
            KnowThread(process, tid, _lastThread + 1, long.MinValue);
        return At(_threads[(process, tid)], timeNs);
    }

    private static void Add<T>(Dictionary<T, List<(long FromNs, uint Number)>> all, T key, long fromNs, uint number)
        where T : notnull
    {
        if (!all.TryGetValue(key, out List<(long FromNs, uint Number)>? owners))
            all.Add(key, owners = []);
        int at = owners.FindIndex(owner => owner.FromNs > fromNs);
        owners.Insert(at < 0 ? owners.Count : at, (fromNs, number));
    }

    // Who had it last before the time, and before all of them the first: a trace may tell of a thread a little before its begin.
    private static (uint Number, long UntilNs) At(List<(long FromNs, uint Number)> owners, long timeNs)
    {
        int at = Math.Max(0, owners.FindLastIndex(owner => owner.FromNs <= timeNs));
        return (owners[at].Number, at + 1 < owners.Count ? owners[at + 1].FromNs : long.MaxValue);
    }
}
