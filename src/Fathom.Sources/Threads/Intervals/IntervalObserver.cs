using System.Diagnostics;

namespace Fathom.Sources.Threads.Intervals;

/// <summary>
/// Observes the threads of a running process for a short time before a stop: CPU time from two readings of <c>/proc</c>, and for those that are busy all along, repeated
/// glances at where they are.
/// </summary>
/// <param name="tasks">Reads the threads.</param>
/// <param name="glances">Looks at one thread; null to look at none.</param>
internal sealed class IntervalObserver(TaskReader tasks, GlanceTaker? glances)
{
    private const int GlanceRounds = 16;
    private const int MaxGlanced = 32;
    private const int MaxStretch = 10;

    // Only chooses whom to look at; a collection by another thread may have held a busy one for a part of the first quarter.
    private const double BusyShare = 0.5;

    // What a thread that queues for a processor waits for about.
    private static readonly TimeSpan s_turn = TimeSpan.FromMilliseconds(2);

    /// <summary>How long the threads were observed, measured.</summary>
    public TimeSpan Interval { get; private set; }

    /// <summary>Watches.</summary>
    /// <param name="interval">For how long, about.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public List<IntervalThread> Run(TimeSpan interval, CancellationToken stop)
    {
        long start = Stopwatch.GetTimestamp();
        List<TaskTime> first = tasks.Read();
        Wait(interval / 4, stop);
        List<IntervalThread> early = ThreadInterval.Between(first, tasks.Read());
        int[] busy = glances is null ? [] : Busy(first, early, Stopwatch.GetElapsedTime(start));
        GlancedThread[] seen = Array.ConvertAll(busy, static tid => new GlancedThread(tid));

        // Where processors are short a thread has to get one between two glances, and the interval gets longer, within limits.
        int round = 0;
        while (round < GlanceRounds && Stopwatch.GetElapsedTime(start) < MaxStretch * interval)
        {
            bool anyQueues = false;
            foreach (GlancedThread thread in seen)
                anyQueues |= thread.Glances.Count < GlanceRounds && thread.Glance(tasks, glances!) == GlanceOutcome.HasNotRun;
            TimeSpan left = interval - Stopwatch.GetElapsedTime(start);
            if (!anyQueues)
                round++;
            Wait(left > TimeSpan.Zero ? left / (GlanceRounds - round + 1) : s_turn, stop);
        }

        List<IntervalThread> threads = ThreadInterval.Between(first, tasks.Read());
        Interval = Stopwatch.GetElapsedTime(start);
        return [.. threads.Select(thread => Array.Find(seen, one => one.Tid == thread.Last.Tid) is { } found ? thread with { Glances = found.Glances } : thread)];
    }

    // The kernel adds the time in the queue for a processor when the thread gets one, so a thread that queued all the time shows by its state only.
    private static int[] Busy(List<TaskTime> first, List<IntervalThread> early, TimeSpan elapsed)
    {
        HashSet<int> running = [.. first.Where(static task => task.State == 'R').Select(static task => task.Tid)];
        return [.. early
            .Where(thread => thread.IntervalCpuNs + (thread.IntervalReadyNs ?? 0) >= BusyShare * elapsed.TotalNanoseconds
                || (thread.Last.State == 'R' && running.Contains(thread.Last.Tid)))
            .OrderByDescending(static thread => thread.IntervalCpuNs)
            .Take(MaxGlanced)
            .Select(static thread => thread.Last.Tid)];
    }

    private static void Wait(TimeSpan time, CancellationToken stop)
    {
        if (time > TimeSpan.Zero)
            stop.WaitHandle.WaitOne((int)Math.Ceiling(time.TotalMilliseconds));
        stop.ThrowIfCancellationRequested();
    }
}
