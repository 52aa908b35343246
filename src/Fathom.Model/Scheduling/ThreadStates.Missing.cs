namespace Fathom.Model.Scheduling;

// Switches and wakings that a trace lacks without saying so.
public sealed partial class ThreadStates
{
    // A thread that waits, or is woken, is the next one that an idle processor tells of: until when it would have been seen if it ran. Null where that is not what happened.
    private long? UntoldWake(CpuEntry at, int tid, long timeNs)
    {
        bool isOne = sampledNs > 0 && tid > Idle && at is { IsKnown: true, Tid: Idle }
            && _threads.TryGetValue(tid, out ThreadEntry? thread) && thread.State is ScheduleState.Waiting or ScheduleState.Ready;
        if (!isOne)
            return null;
        bool isUnsampled = timeNs >= at.UnsampledFromNs && timeNs - sampledNs < at.UnsampledToNs;
        return (isUnsampled ? at.UnsampledFromNs : timeNs) - sampledNs;
    }

    // It came to the processor, and nobody said when.
    private void LeaveUnseen(ThreadEntry thread, long timeNs, long? unseenNs)
    {
        if (unseenNs is not null)
            Totals.UntoldWakes++;
        else if (thread.State != ScheduleState.Unknown)
            Totals.MissingSwitchIns++;
        (thread.IsNewborn, thread.CouldRun) = (false, false);
        // It left another processor before.
        if (thread.State == ScheduleState.Running)
        {
            Totals.MissingSwitchOuts++;
            RanUntilSeen(thread);
        }

        if (thread.IsWoken)
        {
            long wakingNs = thread.WakingNs;
            Report(thread, timeNs, WaitEdges.NoSwitchIn);
            Until(thread, wakingNs, ScheduleState.Waiting);
        }
        else if (unseenNs is { } endNs && thread.State == ScheduleState.Waiting && endNs > thread.SinceNs)
        {
            Report(thread, endNs, WaitEdges.NoWaking | WaitEdges.NoSwitchIn);
            Until(thread, endNs, ScheduleState.Waiting);
        }

        Until(thread, timeNs, ScheduleState.Unknown);
    }

    // Another thread left the processor than came to it.
    private void Break(CpuEntry at, int cpu, long timeNs, bool isReported)
    {
        Totals.Gaps++;
        sink.OnGap(new SchedulingGap(cpu, at.LastNs, timeNs, isReported));
        if (!_threads.TryGetValue(at.Tid, out ThreadEntry? thread) || thread.State != ScheduleState.Running || thread.Cpu != cpu)
            return;
        if (!isReported)
            Totals.MissingSwitchOuts++;
        RanUntilSeen(thread);
        (thread.State, thread.Cpu) = (ScheduleState.Unknown, -1);
    }

    private void RanUntilSeen(ThreadEntry thread) => RanUntil(thread, thread.RanAtNs);

    // Who comes next to its processor came later.
    private void RanUntil(ThreadEntry thread, long timeNs)
    {
        Until(thread, timeNs, ScheduleState.Running);
        CpuEntry left = Cpu(thread.Cpu);
        left.LastNs = Math.Max(left.LastNs, timeNs);
    }
}
