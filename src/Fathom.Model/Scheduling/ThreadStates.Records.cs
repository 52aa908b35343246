namespace Fathom.Model.Scheduling;

// The kernel's own records of switches: one of the thread that leaves, and one of the thread that comes. They have no stack, no waking, and not the way in which a thread waits.
public sealed partial class ThreadStates
{
    /// <summary>
    /// The kernel's own record says that a thread left its processor. It counts where no switch says so. For single threads it is all that there is, and each of their switches has it.
    /// </summary>
    /// <param name="timeNs">When.</param>
    /// <param name="cpu">The processor.</param>
    /// <param name="tid">Number of the thread (tid).</param>
    /// <param name="couldRun">Whether it could have run on.</param>
    public void ConfirmLeave(long timeNs, int cpu, int tid, bool couldRun)
    {
        if (tid <= Idle || HasEnded(tid))
            return;
        CpuEntry at = Cpu(cpu);
        if (IsUnseenTurn(at, timeNs, cpu, tid))
            Turn(at, timeNs, cpu, tid);
        bool isSeen = _threads.TryGetValue(tid, out ThreadEntry? thread) && !thread.IsUntouched;
        // A switch has told it already, or tells that another one ran.
        bool isTold = !isSeen ? at.IsKnown && at.Tid != tid
            : isWholeMachine ? !Runs(thread!, cpu) : thread!.State != ScheduleState.Running && thread.LeftNs >= 0 && timeNs - thread.LeftNs < SwitchNs;
        if (isTold)
            return;
        Leave(timeNs, cpu, tid, couldRun ? ThreadStop.Preempted : ThreadStop.Waiting, 0, ranSinceStart: !isWholeMachine || !at.IsSeen, unseenNs: null);
        if (isWholeMachine)
            at.LeftTid = tid;
        else
            (at.IsSeen, at.PreviousTid, at.LastNs) = (true, tid, timeNs);
    }

    /// <summary>
    /// The kernel's own record says that another thread came to a processor. It counts where the switch is missing: some kernels are silent of those of an idle processor that is woken, and of the
    /// waking with them.
    /// </summary>
    /// <param name="timeNs">When.</param>
    /// <param name="cpu">The processor.</param>
    /// <param name="previous">Thread that left; why is not known, unless <see cref="ConfirmLeave"/> has told it.</param>
    /// <param name="next">Thread that came.</param>
    public void Confirm(long timeNs, int cpu, int previous, int next)
    {
        CpuEntry at = Cpu(cpu);
        if (at.IsKnown && at.Tid == next)
            return;
        Totals.ConfirmedSwitches++;
        bool hasLeft = at.LeftTid == previous && at.LeftTid > Idle;
        if (hasLeft)
            at.Tid = Idle;
        Switch(timeNs, cpu, hasLeft ? Idle : previous, ThreadStop.Unknown, 0, next);
        at.PreviousTid = previous;
    }

    /// <summary>The kernel's own record says that a thread of those that are recorded came to a processor.</summary>
    /// <param name="timeNs">When.</param>
    /// <param name="cpu">The processor.</param>
    /// <param name="tid">Number of the thread (tid).</param>
    public void ConfirmCome(long timeNs, int cpu, int tid)
    {
        if (tid <= Idle || HasEnded(tid))
            return;
        Totals.ConfirmedSwitches++;
        Come(timeNs, cpu, tid);
        CpuEntry at = Cpu(cpu);
        (at.IsSeen, at.LastNs) = (true, timeNs);
    }

    /// <summary>A thread ended, in a trace that does not have its last switch.</summary>
    /// <param name="timeNs">When.</param>
    /// <param name="tid">Number of the thread (tid).</param>
    public void Ended(long timeNs, int tid)
    {
        if (tid <= Idle || HasEnded(tid))
            return;
        ThreadEntry thread = Thread(tid);
        if (thread.State == ScheduleState.Unknown && thread.LeftNs < 0)
            (thread.State, thread.Cpu) = (ScheduleState.Running, -1);
        End(thread, timeNs, endedInTrace: true);
        _threads.Remove(tid);
        _ended[tid] = thread.SinceNs;
    }

    // Who ran on a processor of which records were lost may have left it.
    private void LostRecords(CpuEntry at, int cpu, long timeNs)
    {
        Totals.Gaps++;
        sink.OnGap(new SchedulingGap(cpu, at.LastNs, timeNs, IsReported: true));
        foreach (ThreadEntry thread in _threads.Values.Where(thread => Runs(thread, cpu)))
        {
            RanUntilSeen(thread);
            (thread.State, thread.Cpu) = (ScheduleState.Unknown, -1);
        }
    }
}
