using Fathom.Model.Scheduling;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Threads of the process that rows are not about: the recorder. Their switches count, so that those of other threads make sense.</summary>
/// <param name="pid">The process.</param>
/// <param name="processes">Who runs.</param>
internal sealed class LeftOutThreads(int pid, TraceProcesses processes)
{
    private readonly HashSet<int> _numbers = [];

    /// <summary>Whether a thread is one of them, by its number among the threads of the trace.</summary>
    public bool Contains(int number) => _numbers.Contains(number);

    /// <summary>Whether a process is the one.</summary>
    public bool Is(int process) => process == pid;

    /// <summary>Takes the threads that are known at the begin.</summary>
    public void Begin(ThreadStates states)
    {
        foreach (int tid in processes.ThreadsOf(pid).ToArray())
            Add(states, tid);
    }

    /// <summary>A thread is one of them.</summary>
    public void Add(ThreadStates states, int tid)
    {
        if (states.NumberOf(tid) is >= 0 and var number)
            _numbers.Add(number);
    }
}
