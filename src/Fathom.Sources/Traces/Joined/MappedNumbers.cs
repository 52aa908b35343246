using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Joined;

/// <summary>
/// The numbers of processes and threads where the processes of a stream were found on the machine. In a PID namespace of its own a process has another number there; its first thread has that of the
/// process, inside and outside, and nothing tells which of its other threads is which.
/// </summary>
/// <param name="numbers">Those of the machine.</param>
internal sealed class MappedNumbers(TraceNumbers numbers) : ITraceNumbers
{
    private readonly Dictionary<(uint Process, int Tid), uint> _inner = [];
    private readonly Dictionary<uint, (int Pid, int InnerPid)> _mapped = [];
    private readonly Dictionary<int, uint> _own = [];
    private IReadOnlyDictionary<int, ProcessFit?> _found = new Dictionary<int, ProcessFit?>();

    /// <summary>Takes another stream.</summary>
    /// <param name="found">The process of the machine by the number that a runtime tells; null where it is not known. Others are as they are told.</param>
    public void Begin(IReadOnlyDictionary<int, ProcessFit?> found)
    {
        _found = found;
        _own.Clear();
    }

    /// <inheritdoc/>
    public uint ProcessOf(int pid, long timeNs, out bool isNew)
    {
        if (!_found.TryGetValue(pid, out ProcessFit? found) || found?.Pid == pid)
            return numbers.ProcessOf(pid, timeNs, out isNew);
        isNew = found is null && !_own.ContainsKey(pid);
        if (found is not { } outer)
            return isNew ? _own[pid] = numbers.NewProcess() : _own[pid];
        _mapped[outer.Number] = (outer.Pid, pid);
        return outer.Number;
    }

    /// <inheritdoc/>
    public uint NextOf(int pid, long timeNs) => numbers.NextOf(pid, timeNs);

    /// <inheritdoc/>
    public (uint Number, long UntilNs) ThreadOf(uint process, int tid, long timeNs, out bool isNew)
    {
        if (!_mapped.TryGetValue(process, out (int Pid, int InnerPid) mapped))
            return numbers.ThreadOf(process, tid, timeNs, out isNew);
        if (tid == mapped.InnerPid)
            return numbers.ThreadOf(process, mapped.Pid, timeNs, out isNew);
        isNew = !_inner.TryGetValue((process, tid), out uint thread);
        if (isNew)
            _inner.Add((process, tid), thread = numbers.NewThread());
        return (thread, long.MaxValue);
    }
}
