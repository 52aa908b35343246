using Fathom.Capture.Recording;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Watching;

/// <summary>
/// Samples processes once in each interval (<see cref="SampleTimes"/> says where in it) for hours. All processes of a round share one time stamp. A process that
/// ends is looked for again when it was named; a new one is told apart by its start. Rounds that a sleeping machine missed are left out and not made up for.
/// </summary>
/// <param name="sampler">Begins to read the metrics of a process; null when it has ended already.</param>
/// <param name="metricCount">How many metrics a sample has.</param>
/// <param name="types">Counts the types of a process; null when it cannot be done this time.</param>
/// <param name="observers">Are told everything, in this order.</param>
/// <param name="clock">The clock.</param>
public sealed class WatchLoop(
    Func<ProcessFacts, IMetricSampler?> sampler,
    int metricCount,
    Func<WatchedProcess, CancellationToken, IReadOnlyList<TypeCount>?> types,
    IReadOnlyList<IWatchObserver> observers,
    IWatchClock clock)
{
    private readonly double[] _values = new double[metricCount];
    private uint _lastId;

    /// <summary>Watches until the schedule is over, all processes have ended or it is stopped.</summary>
    /// <param name="targets">What is watched.</param>
    /// <param name="schedule">When, and for how long.</param>
    /// <param name="stop">Ends it.</param>
    /// <param name="soon">Waits no longer for programs that do not answer: the end of this process ends their event sessions.</param>
    public WatchEnd Run(IReadOnlyList<WatchTarget> targets, WatchSchedule schedule, CancellationToken stop, CancellationToken soon = default)
    {
        long start = clock.NowNs;
        Slot[] slots = [.. targets.Select(static target => new Slot(target))];
        try
        {
            foreach (Slot slot in slots)
                Begin(slot, slot.Target.First, 0);
            long due = start;
            for (long round = 0; ; round++)
            {
                long at = due - SampleTimes.Lead(round, schedule.IntervalNs);
                if (!clock.WaitUntil(at, stop))
                    return WatchEnd.Stopped;
                Sample(slots, clock.NowNs - start, schedule.TypesEvery > 0 && round % schedule.TypesEvery == 0, stop);
                if (Array.TrueForAll(slots, static slot => slot.IsOver))
                    return WatchEnd.AllEnded;
                due += schedule.IntervalNs * (1 + ((clock.NowNs - at) / schedule.IntervalNs));
                if (round + 1 >= schedule.Count || due - start > schedule.DurationNs)
                    return WatchEnd.Complete;
            }
        }
        finally
        {
            _ = LeavableWork.TryDo(() => Array.ForEach(slots, static slot => slot.Sampler?.Dispose()), TimeSpan.Zero, soon);
        }
    }

    private void Sample(Slot[] slots, long tsNs, bool countsTypes, CancellationToken stop)
    {
        foreach (Slot slot in slots)
        {
            if (slot.Sampler is null && !slot.IsOver && slot.Target.FindAgain!() is { } found)
                Begin(slot, found, tsNs);
            if (slot.Sampler is null)
                continue;
            if (slot.Sampler.Sample(_values))
                Tell(slot.Process!, tsNs);
            else
                End(slot, tsNs);
        }

        foreach (IWatchObserver observer in observers)
            observer.RoundEnded(tsNs);
        if (countsTypes)
            CountTypes(slots, tsNs, stop);
    }

    private void Tell(WatchedProcess process, long tsNs)
    {
        foreach (IWatchObserver observer in observers)
            observer.Sampled(process, tsNs, _values);
    }

    private void Begin(Slot slot, ProcessFacts facts, long tsNs)
    {
        slot.Sampler = sampler(facts);
        if (slot.Sampler is null)
        {
            slot.IsOver = slot.Target.FindAgain is null;
            return;
        }

        slot.Process = new WatchedProcess(++_lastId, facts) { AgeAtStartNs = facts.AgeNs - tsNs };
        foreach (IWatchObserver observer in observers)
            observer.Began(slot.Process);
    }

    private void End(Slot slot, long tsNs)
    {
        string why = slot.Sampler!.WhyEnded();
        slot.Sampler.Dispose();
        slot.Sampler = null;
        slot.IsOver = slot.Target.FindAgain is null;
        foreach (IWatchObserver observer in observers)
            observer.Ended(slot.Process!, tsNs, why);
    }

    // After the round, so that a slow walk of one heap does not shift the samples of the others.
    private void CountTypes(Slot[] slots, long tsNs, CancellationToken stop)
    {
        foreach (Slot slot in slots)
        {
            if (slot.Sampler is null || stop.IsCancellationRequested || types(slot.Process!, stop) is not { } counts)
                continue;
            foreach (IWatchObserver observer in observers)
                observer.Counted(slot.Process!, tsNs, counts);
        }
    }

    private sealed class Slot(WatchTarget target)
    {
        public WatchTarget Target => target;

        public WatchedProcess? Process { get; set; }

        public IMetricSampler? Sampler { get; set; }

        public bool IsOver { get; set; }
    }
}
