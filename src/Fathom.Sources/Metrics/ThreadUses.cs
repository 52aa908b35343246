using Fathom.Sources.Threads.Intervals;

namespace Fathom.Sources.Metrics;

/// <summary>Tells again and again what the threads of a process did meanwhile, from files of /proc: the process is not stopped.</summary>
public sealed class ThreadUses : IDisposable
{
    private readonly TaskReader _reader;
    private Dictionary<int, TaskTime> _before = [];
    private bool _isFirst = true;

    /// <summary>Begins to look at a process.</summary>
    /// <param name="pid">Number of the process (pid).</param>
    public ThreadUses(int pid)
        : this("/proc", pid)
    {
    }

    /// <summary>Looks at a folder that looks like /proc.</summary>
    internal ThreadUses(string root, int pid) => _reader = new TaskReader(root, pid);

    /// <summary>Looks at all threads. One that began meanwhile counts from its start, and what one did that has ended is not told.</summary>
    /// <param name="withStates">Whether names and states are read anew: else they are those of the look that met the thread first.</param>
    /// <returns>Nothing at the first look, and where the process is gone or not ours to read.</returns>
    public IReadOnlyList<ThreadUse> Look(bool withStates)
    {
        Dictionary<int, TaskTime> now = [];
        List<ThreadUse> uses = new(_before.Count);
        foreach (int tid in _reader.Numbers())
        {
            bool isKnown = _before.TryGetValue(tid, out TaskTime before);
            if (!TryRead(tid, isKnown && !withStates ? before : null, out TaskTime task))
                continue;
            now.Add(tid, task);
            if (task.StartTicks != before.StartTicks)
                before = default;
            if (!_isFirst)
                uses.Add(Use(task, before));
        }

        _before = now;
        _isFirst = false;
        uses.Sort(static (one, other) => one.Tid.CompareTo(other.Tid));
        return uses;
    }

    /// <inheritdoc/>
    public void Dispose() => _reader.Dispose();

    private static ThreadUse Use(TaskTime now, TaskTime before) => new(
        now.Tid, now.Name, now.StateName, Math.Max(0, now.CpuNs - before.CpuNs),
        now.ReadyNs is { } ready ? Math.Max(0, ready - (before.ReadyNs ?? 0)) : null);

    // A time that went back is that of another thread with this number.
    private bool TryRead(int tid, TaskTime? known, out TaskTime task)
    {
        if (known is not { ReadyNs: not null } before || !_reader.TryReadTimes(tid, out long cpu, out long ready) || cpu < before.CpuNs)
            return _reader.TryRead(tid, out task);
        task = before with { CpuNs = cpu, ReadyNs = ready };
        return true;
    }
}
