namespace Fathom.Model.Scheduling;

// Turns that are left out of a recording, and shown by what the threads did before and after.
public sealed partial class ThreadStates
{
    // A processor whose thread was not seen for longer is one whose samples were stopped, or of which something is lost.
    private const int MostUnseenSamples = 10;

    // A thread that waits and was not woken cannot have come by a turn. One that gave way on this processor may come back to it.
    private bool IsUnseenTurn(CpuEntry at, long timeNs, int cpu, int tid)
    {
        if (takesTurns is null || !at.IsKnown || !takesTurns(at.Tid) || !takesTurns(tid))
            return false;
        bool canCome = _threads.TryGetValue(tid, out ThreadEntry? thread) ? !Runs(thread, cpu) && (thread.State != ScheduleState.Waiting || thread.IsWoken) : at.Tid != tid;
        return canCome && (sampledNs == 0 || timeNs - Math.Max(at.LastNs, RunningOn(at, cpu)?.RanAtNs ?? 0) <= MostUnseenSamples * sampledNs);
    }

    private void Turn(CpuEntry at, long timeNs, int cpu, int tid)
    {
        ThreadEntry? before = RunningOn(at, cpu);
        ThreadEntry thread = Thread(tid);
        long readyNs = Math.Max(thread.RanAtNs, thread.WakingNs), fromNs = Math.Max(at.LastNs, Math.Max(readyNs, before?.RanAtNs ?? 0)), turnNs = Middle(fromNs, timeNs);
        if (thread.State != ScheduleState.Running)
            Totals.UnseenTurns++;
        if (before is not null)
            GiveWay(before, turnNs);
        Come(turnNs, cpu, tid);
        (at.PreviousTid, at.Tid, at.LastNs) = (at.Tid, tid, turnNs);
    }

    private void GiveWay(ThreadEntry thread, long timeNs)
    {
        RanUntil(thread, timeNs);
        (thread.State, thread.Stop, thread.StackId, thread.Cpu) = (ScheduleState.Ready, ThreadStop.Preempted, 0, -1);
    }

    private static bool Runs(ThreadEntry thread, int cpu) => thread.State == ScheduleState.Running && thread.Cpu == cpu;

    private ThreadEntry? RunningOn(CpuEntry at, int cpu) => _threads.TryGetValue(at.Tid, out ThreadEntry? thread) && Runs(thread, cpu) ? thread : null;

    private static long Middle(long fromNs, long toNs) => fromNs >= toNs ? toNs : fromNs + ((toNs - fromNs) / 2);
}
