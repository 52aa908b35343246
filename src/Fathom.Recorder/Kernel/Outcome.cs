using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Rings;

namespace Fathom.Recorder.Kernel;

/// <summary>Puts together what a recording came to.</summary>
internal static class Outcome
{
    /// <summary>Of a recording that was stopped.</summary>
    public static KernelRecorderResult Of(KernelPlan plan, OpenEvents open, RecordPump pump, Counters counters, RawFile file, string path) => new(0, 0, pump.Records, pump.Samples, file.Bytes)
    {
        IsWholeMachine = plan.Scope.IsMachine,
        Refused = plan.Refused,
        OwnSamples = open.All.Sum(static each => each.Own),
        RingBytes = open.Rings.Min(static ring => ring.Bytes),
        Failure = file.Error != 0 ? FileErrors.NotWritten(path, file.Error, file.Written) : null,
        Lost = Losses(plan, counters),
        Silent = Silences(plan, counters),
        Counts = Counts(plan, open),
        Stacks = Stacks(plan, pump),
        LeftOutFiles = pump.LeftOutFiles,
        BrokenBytes = pump.BrokenBytes,
        TakenBytes = pump.TakenBytes,
    };

    private static CopiedStacks[] Stacks(KernelPlan plan, RecordPump pump) =>
    [
        .. plan.Events.Index().Where(each => pump.EndsOf(each.Index) is not null)
            .Select(each => CopiedStacks.Of(each.Item.Name, each.Item.Attributes.UserStackBytes, pump.EndsOf(each.Index)!)),
    ];

    /// <summary>What was lost so far.</summary>
    public static List<LostEvents> Losses(KernelPlan plan, Counters counters)
    {
        List<LostEvents> found = [];
        foreach ((OpenEvent lost, long fromNs, long toNs, long count) in counters.Losses)
            found.Add(new LostEvents(plan.Events[lost.Source].Name, lost.Cpu, fromNs, toNs, count));
        return found;
    }

    /// <summary>When events were off, as far as that is over.</summary>
    public static List<SilentEvent> Silences(KernelPlan plan, Counters counters)
    {
        List<SilentEvent> found = [];
        foreach ((OpenEvent silent, long fromNs, long toNs) in counters.Silences)
            found.Add(new SilentEvent(plan.Events[silent.Source].Name, silent.Cpu, fromNs, toNs));
        return found;
    }

    private static long Counted(KernelPlan plan, OpenEvents open, RecordedEvent recorded)
    {
        long count = Sum(each => each == recorded);
        return recorded.IsOnlyCounted ? Math.Max(0, count - Sum(each => each != recorded && each.Tracepoint == recorded.Tracepoint)) : count;

        long Sum(Func<RecordedEvent, bool> which) => open.All.Where(each => which(plan.Events[each.Source])).Sum(static each => (long)each.Last.Value);
    }

    private static long? Occurrences(KernelPlan plan, OpenEvents open, RecordedEvent recorded) => recorded.Role switch
    {
        EventRole.Calls => plan.Programs?.Counts().Returned + plan.OwnCallSamples,
        EventRole.PlainCalls => plan.Programs?.Counts().Plain,
        EventRole.Faults => plan.Programs?.CountOfFaults(recorded.Name) ?? Counted(plan, open, recorded),
        _ => recorded.CountsOccurrences ? Counted(plan, open, recorded) : null,
    };

    private static EventCount[] Counts(KernelPlan plan, OpenEvents open) =>
    [
        .. open.All.GroupBy(static each => each.Source).OrderBy(static group => group.Key).Select(group => new EventCount(
            plan.Events[group.Key].Name,
            Occurrences(plan, open, plan.Events[group.Key]),
            group.Sum(static each => each.Kept),
            group.Sum(static each => each.Own),
            group.Sum(static each => (long)each.Last.Lost),
            group.Sum(static each => each.Damaged),
            plan.Events[group.Key].IsOnlyCounted)),
    ];
}
