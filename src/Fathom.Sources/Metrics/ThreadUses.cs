using Fathom.Sources.Threads.Intervals;

namespace Fathom.Sources.Metrics;

/// <summary>Tells again and again what the threads of a process did meanwhile, from files of /proc: the process is not stopped.</summary>
public sealed class ThreadUses : IDisposable
{
    private readonly TaskReader _reader;
    private Dictionary<(int Tid, long StartTicks), TaskTime> _before = [];
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
    /// <returns>Nothing at the first look, and where the process is gone or not ours to read.</returns>
    public IReadOnlyList<ThreadUse> Look()
    {
        List<TaskTime> now = _reader.Read();
        List<ThreadUse> uses = new(now.Count);
        foreach (TaskTime task in _isFirst ? [] : now)
        {
            TaskTime before = _before.GetValueOrDefault((task.Tid, task.StartTicks));
            uses.Add(new ThreadUse(
                task.Tid, task.Name, task.StateName, Math.Max(0, task.CpuNs - before.CpuNs),
                task.ReadyNs is { } ready ? Math.Max(0, ready - (before.ReadyNs ?? 0)) : null));
        }

        _before = now.ToDictionary(static task => (task.Tid, task.StartTicks));
        _isFirst = false;
        return uses;
    }

    /// <inheritdoc/>
    public void Dispose() => _reader.Dispose();
}
