namespace Fathom.Sources.Threads.Intervals;

/// <summary>The threads of a process over a short time, from two readings.</summary>
internal static class ThreadInterval
{
    /// <summary>Joins two readings. Threads that have ended in between are left out; threads that have started count from zero.</summary>
    public static List<IntervalThread> Between(List<TaskTime> first, List<TaskTime> last)
    {
        Dictionary<(int Tid, long Start), TaskTime> before = [];
        foreach (TaskTime task in first)
            before[(task.Tid, task.StartTicks)] = task;
        List<IntervalThread> threads = new(last.Count);
        foreach (TaskTime task in last)
        {
            TaskTime then = before.GetValueOrDefault((task.Tid, task.StartTicks));
            // A coarse clock may step back by a tick when the kernel scales its figures.
            threads.Add(new IntervalThread(task, Math.Max(0, task.CpuNs - then.CpuNs), task.ReadyNs - (then.ReadyNs ?? 0)));
        }

        return threads;
    }
}
