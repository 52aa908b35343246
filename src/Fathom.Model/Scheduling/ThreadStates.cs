namespace Fathom.Model.Scheduling;

/// <summary>Splits the life of each thread into running, ready, waiting and unknown, from switches and wakings in the order of time.</summary>
/// <remarks>
/// <para>A thread leaves its processor at t0, is woken at t1 and comes to a processor at t2: it waits from t0 to t1 and is ready from t1 to t2. A thread
/// that left although it could run is ready from t0 on. Only the first waking of a wait counts, and that of a thread that does not wait counts nothing: it met
/// a thread that was about to sleep. A thread that began and is woken before it ran did run and wait unseen: it is unknown until then, and so is one of which nothing follows its begin.</para>
/// <para>What a trace does not tell is unknown, and is not guessed: a thread before its first event (a thread that is woken first did wait, and one that leaves a
/// processor first ran there) unless its state at the start is known from elsewhere (<see cref="Known"/>), and a thread whose switch is missing.
/// That one is missing shows on the processor, where another thread leaves than came, and on the thread, which leaves, or is seen, where it never came to. Recorders lose switches without a word,
/// so both are counted.</para>
/// <para>Some kernels tell nothing of the moment in which an idle processor is woken: neither the waking nor the switch. Where their own records of switches do (<see cref="Confirm"/>), the wait ends
/// with these. Else: nobody waits for a processor that is idle, and a thread that runs is sampled, so such a thread waited until a sample's distance before it was first seen at least; what
/// follows is unknown.</para>
/// <para>Threads that take turns unseen (<see cref="PoolTurns"/>) are seen again by their next event or sample. In the middle of the time since the other was seen last, the processor is said to have
/// gone from one to the other: an estimate, and the sums of many are those of the samples.</para>
/// <para>The idle threads, whose id is 0, are no threads here. Memory grows with the threads that are alive, and not with events.</para>
/// </remarks>
/// <param name="sink">Gets slices, waits, threads and gaps.</param>
/// <param name="startNs">Start of the trace.</param>
/// <param name="isWholeMachine">Whether switches of all threads are in the trace; else those of some threads are, and nothing is said of processors.</param>
/// <param name="sampledNs">Who runs is seen at least once in so much time; 0 where the trace has no such samples.</param>
/// <param name="takesTurns">Whether switches from a thread (tid) to another one of which it holds too are left out; null where none are.</param>
public sealed partial class ThreadStates(ISchedulingSink sink, long startNs, bool isWholeMachine, long sampledNs = 0, Func<int, bool>? takesTurns = null)
{
    private const int Idle = 0;
    private const uint MostCpus = 1 << 16;
    private const long SwitchNs = 50_000;

    private readonly Dictionary<int, ThreadEntry> _threads = [];
    // When those ended that had an id which nobody has now.
    private readonly Dictionary<int, long> _ended = [];
    private CpuEntry?[] _cpus = new CpuEntry?[64];
    private int _next;

    /// <summary>What is missing so far.</summary>
    public SchedulingTotals Totals { get; } = new();

    /// <summary>A processor went from one thread to another.</summary>
    /// <param name="timeNs">When.</param>
    /// <param name="cpu">The processor.</param>
    /// <param name="previous">Thread that left.</param>
    /// <param name="stop">Why it left.</param>
    /// <param name="stackId">Its stack; 0 where none is known.</param>
    /// <param name="next">Thread that came.</param>
    /// <param name="entry">How the thread that left had entered the call in which it waits.</param>
    public void Switch(long timeNs, int cpu, int previous, ThreadStop stop, int stackId, int next, SyscallEntry entry = default)
    {
        CpuEntry at = Cpu(cpu);
        if (IsUnseenTurn(at, timeNs, cpu, previous))
            Turn(at, timeNs, cpu, previous);
        long? unseenNs = UntoldWake(at, previous, timeNs);
        if (at.IsKnown && at.Tid != previous && unseenNs is null)
            Break(at, cpu, timeNs, isReported: false);
        Leave(timeNs, cpu, previous, stop, stackId, ranSinceStart: isWholeMachine && !at.IsSeen, unseenNs);
        if (entry.StackId > 0 && _threads.TryGetValue(previous, out ThreadEntry? waiting))
            waiting.Entry = entry;
        Come(timeNs, cpu, next);
        (at.IsKnown, at.IsSeen, at.Tid, at.PreviousTid, at.LastNs, at.LeftTid) = (isWholeMachine, true, next, previous, timeNs, Idle);
    }

    /// <summary>A thread left its processor; for traces that do not say who came.</summary>
    /// <param name="timeNs">When.</param>
    /// <param name="cpu">The processor.</param>
    /// <param name="tid">Number of the thread (tid).</param>
    /// <param name="stop">Why it left.</param>
    /// <param name="stackId">Its stack; 0 where none is known.</param>
    public void Leave(long timeNs, int cpu, int tid, ThreadStop stop, int stackId) => Leave(timeNs, cpu, tid, stop, stackId, ranSinceStart: false, unseenNs: null);

    /// <summary>A thread came to a processor; for traces that do not say who left.</summary>
    /// <param name="timeNs">When.</param>
    /// <param name="cpu">The processor.</param>
    /// <param name="tid">Number of the thread (tid).</param>
    public void Come(long timeNs, int cpu, int tid)
    {
        if (tid <= Idle)
            return;
        ThreadEntry thread = Thread(tid);
        switch (thread.State)
        {
            case ScheduleState.Waiting:
                EndWait(thread, timeNs, WaitEdges.None);
                break;
            case ScheduleState.Running when takesTurns?.Invoke(tid) == true:
                Totals.UnseenTurns++;
                GiveWay(thread, Middle(thread.RanAtNs, timeNs));
                Until(thread, timeNs, ScheduleState.Ready);
                break;
            case ScheduleState.Running:
                Totals.MissingSwitchOuts++;
                RanUntilSeen(thread);
                Until(thread, timeNs, ScheduleState.Unknown);
                break;
            default:
                Until(thread, timeNs, thread is { State: ScheduleState.Unknown, CouldRun: true } ? ScheduleState.Ready : thread.State);
                break;
        }

        (thread.State, thread.Cpu, thread.SeenNs, thread.IsNewborn, thread.CouldRun) = (ScheduleState.Running, cpu, thread.SinceNs, false, false);
    }

    /// <summary>A thread was woken.</summary>
    /// <param name="timeNs">When.</param>
    /// <param name="tid">Number of the thread (tid).</param>
    /// <param name="waker">Thread id of who woke it.</param>
    /// <param name="wakerStackId">Stack of who woke it; 0 where none is known.</param>
    /// <param name="isSoftInterrupt">Whether it happened in deferred work of an interrupt. What waits for a disk was then woken by that, whoever ran.</param>
    public void Waking(long timeNs, int tid, int waker, int wakerStackId, bool isSoftInterrupt = false)
    {
        if (tid <= Idle)
            return;
        if (!_threads.TryGetValue(tid, out ThreadEntry? thread))
        {
            bool isOfOther = HasEnded(tid);
            thread = Thread(tid);
            if (!isOfOther)
                (thread.State, thread.Edges) = (ScheduleState.Waiting, WaitEdges.OpenAtStart);
        }

        if (thread.IsNewborn)
        {
            Totals.MissingSwitchIns++;
            thread.State = ScheduleState.Unknown;
        }

        if (thread.State == ScheduleState.Unknown)
        {
            Until(thread, timeNs, ScheduleState.Unknown);
            (thread.IsNewborn, thread.CouldRun) = (false, false);
            (thread.State, thread.Stop) = (ScheduleState.Ready, ThreadStop.Unknown);
        }
        else if (thread is { State: ScheduleState.Waiting, WakingNs: < 0 })
        {
            int by = isSoftInterrupt && thread.Stop == ThreadStop.Uninterruptible ? Idle : waker;
            (thread.WakingNs, thread.Waker, thread.WakerStackId) = (Math.Max(timeNs, thread.SinceNs), by, wakerStackId);
        }
    }

    /// <summary>The state of a thread, as the system showed it. It counts where no event of the thread came before: then it has had that state since its life in the trace began.</summary>
    /// <param name="tid">Number of the thread (tid).</param>
    /// <param name="stop">Why it had no processor; <see cref="ThreadStop.Preempted"/> where it could run, or ran.</param>
    /// <param name="syscall">Number of the call that it waits in; -1 where that is not known.</param>
    /// <param name="stackId">Its stack; 0 where none is known.</param>
    public void Known(int tid, ThreadStop stop, int syscall, int stackId = 0)
    {
        if (tid <= Idle || HasEnded(tid) || Thread(tid) is not { IsUntouched: true } thread)
            return;
        if (stop == ThreadStop.Preempted)
            thread.CouldRun = true;
        else if (stop is not (ThreadStop.Unknown or ThreadStop.Dead))
        {
            (thread.State, thread.Stop, thread.Edges, thread.StartSyscall) = (ScheduleState.Waiting, stop, WaitEdges.OpenAtStart, syscall);
            thread.StackId = stackId;
        }
    }

    /// <summary>A thread that began was put where it waits for a processor.</summary>
    /// <param name="tid">Number of the thread (tid).</param>
    public void Placed(int tid)
    {
        if (_threads.TryGetValue(tid, out ThreadEntry? thread))
            thread.IsNewborn = false;
    }

    /// <summary>A thread began; it is ready. Of one that began before the first event, all that is known is that it was there.</summary>
    /// <param name="timeNs">When.</param>
    /// <param name="tid">Number of the thread (tid).</param>
    public void Begin(long timeNs, int tid)
    {
        // Its id was used before, and nobody said that that thread ended.
        if (_threads.TryGetValue(tid, out ThreadEntry? old))
            End(old, timeNs, endedInTrace: true);
        _ended.Remove(tid);
        bool isKnown = timeNs > startNs;
        _threads[tid] = new ThreadEntry(_next++, tid, timeNs, beganInTrace: true) { State = isKnown ? ScheduleState.Ready : ScheduleState.Unknown, IsNewborn = isKnown };
    }

    /// <summary>A thread begins to end; it leaves its processor at least once more.</summary>
    /// <param name="tid">Number of the thread (tid).</param>
    public void Exit(int tid)
    {
        if (tid > Idle && !HasEnded(tid))
            Thread(tid).IsExiting = true;
    }

    /// <summary>A thread was seen on a processor, by a sample or any other event of its own.</summary>
    /// <param name="timeNs">When.</param>
    /// <param name="cpu">The processor.</param>
    /// <param name="tid">Number of the thread (tid).</param>
    public void Seen(long timeNs, int cpu, int tid)
    {
        CpuEntry at = Cpu(cpu);
        // Who runs since the begin of the trace is told by the first switch. The switch is told a moment before it is done.
        if (tid <= Idle || HasEnded(tid) || !at.IsSeen || (tid == at.PreviousTid && timeNs - at.LastNs < SwitchNs))
            return;
        if (IsUnseenTurn(at, timeNs, cpu, tid))
            Turn(at, timeNs, cpu, tid);
        ThreadEntry thread = Thread(tid);
        if (thread.State == ScheduleState.Running && thread.Cpu == cpu)
        {
            thread.SeenNs = Math.Max(thread.SeenNs, timeNs);
            return;
        }

        long? unseenNs = UntoldWake(at, tid, timeNs);
        if (at.IsKnown && at.Tid != tid && unseenNs is null)
            Break(at, cpu, timeNs, isReported: false);
        LeaveUnseen(thread, timeNs, unseenNs);
        (thread.State, thread.Cpu, thread.SeenNs) = (ScheduleState.Running, cpu, timeNs);
        (at.IsKnown, at.Tid, at.LastNs) = (isWholeMachine, tid, timeNs);
    }

    /// <summary>A thread entered a system call, or left it.</summary>
    /// <param name="tid">Number of the thread (tid).</param>
    /// <param name="number">Number of the call; -1 when it left.</param>
    public void Syscall(int tid, int number)
    {
        if (tid > Idle)
            Thread(tid).Syscall = number;
    }

    /// <summary>Events of a processor were lost.</summary>
    /// <param name="timeNs">When the recorder said so.</param>
    /// <param name="cpu">The processor.</param>
    public void Lost(long timeNs, int cpu)
    {
        CpuEntry at = Cpu(cpu);
        if (at.IsKnown)
            Break(at, cpu, timeNs, isReported: true);
        else if (!isWholeMachine && at.IsSeen)
            LostRecords(at, cpu, timeNs);
        (at.IsKnown, at.IsSeen, at.LastNs) = (false, true, timeNs);
    }

    /// <summary>Samples of a processor stop, because they come too often, or go on. Who runs meanwhile is not seen.</summary>
    /// <param name="timeNs">When.</param>
    /// <param name="cpu">The processor.</param>
    /// <param name="isOn">Whether they go on.</param>
    public void Sampled(long timeNs, int cpu, bool isOn)
    {
        CpuEntry at = Cpu(cpu);
        if (isOn)
            at.UnsampledToNs = timeNs;
        else
            (at.UnsampledFromNs, at.UnsampledToNs) = (timeNs, long.MaxValue);
    }

    /// <summary>The number of the thread that has an id now; -1 for the idle threads, and for one that ended or has no id any more.</summary>
    public int NumberOf(int tid) => tid <= Idle || HasEnded(tid) ? -1 : Thread(tid).Number;

    /// <summary>The thread (tid) that came to a processor last; -1 where that is not known.</summary>
    public int ThreadOn(int cpu) => Cpu(cpu) is { IsKnown: true, Tid: var tid } ? tid : -1;

    /// <summary>The trace ended; every thread ends with it.</summary>
    /// <param name="timeNs">When.</param>
    public void End(long timeNs)
    {
        foreach (ThreadEntry thread in _threads.Values.OrderBy(thread => thread.Number))
            End(thread, timeNs, thread.IsExiting);
        _threads.Clear();
    }

    private void Leave(long timeNs, int cpu, int tid, ThreadStop stop, int stackId, bool ranSinceStart, long? unseenNs)
    {
        // That a thread which ended has left a processor is told once more where what was told between is lost.
        if (tid <= Idle || (stop == ThreadStop.Unknown && HasEnded(tid)))
            return;
        bool isNew = !_threads.ContainsKey(tid);
        ThreadEntry thread = Thread(tid);
        if (ranSinceStart && (isNew || thread.CouldRun))
            (thread.State, thread.Cpu) = (ScheduleState.Running, cpu);
        thread.CouldRun = false;
        if (thread.State == ScheduleState.Running && thread.Cpu == cpu)
            Until(thread, timeNs, ScheduleState.Running);
        else
            LeaveUnseen(thread, timeNs, unseenNs);
        if (stop == ThreadStop.Dead)
        {
            _threads.Remove(tid);
            _ended[tid] = thread.SinceNs;
            sink.OnThread(thread.Life(thread.SinceNs, endedInTrace: true));
            return;
        }

        thread.State = stop switch
        {
            ThreadStop.Preempted => ScheduleState.Ready,
            ThreadStop.Unknown => ScheduleState.Unknown,
            _ => ScheduleState.Waiting,
        };
        (thread.Stop, thread.StackId, thread.Cpu, thread.Edges) = (stop, stackId, -1, WaitEdges.None);
        (thread.Entry, thread.LeftNs) = (default, thread.SinceNs);
        (thread.WakingNs, thread.Waker, thread.WakerStackId) = (-1, -1, 0);
    }

    private void EndWait(ThreadEntry thread, long timeNs, WaitEdges edges)
    {
        if (thread.WakingNs < 0)
            Totals.WaitsWithoutWaking++;
        Report(thread, timeNs, thread.WakingNs < 0 ? edges | WaitEdges.NoWaking : edges);
        if (thread.WakingNs >= 0)
        {
            Until(thread, thread.WakingNs, ScheduleState.Waiting);
            Until(thread, timeNs, ScheduleState.Ready);
        }
        else
        {
            Until(thread, timeNs, ScheduleState.Waiting);
        }
    }

    private void Report(ThreadEntry thread, long timeNs, WaitEdges edges)
    {
        long endNs = Math.Max(timeNs, Math.Max(thread.SinceNs, thread.WakingNs));
        int syscall = thread.Syscall >= 0 ? thread.Syscall : thread.Entry is { StackId: > 0, Number: var entered } ? entered : (thread.Edges & WaitEdges.OpenAtStart) != 0 ? thread.StartSyscall : -1;
        sink.OnWait(new ThreadWait(
            thread.Number, thread.SinceNs, thread.WakingNs, endNs, thread.Stop, thread.StackId, thread.Waker, thread.WakerStackId, syscall, thread.Edges | edges)
        {
            EntryStackId = thread.Entry.StackId,
        });
    }

    private void End(ThreadEntry thread, long timeNs, bool endedInTrace)
    {
        if (thread.IsNewborn)
            thread.State = ScheduleState.Unknown;
        if (thread.State == ScheduleState.Waiting && !thread.MayHaveEnded)
        {
            Report(thread, timeNs, WaitEdges.OpenAtEnd);
            if (thread.IsWoken)
            {
                Until(thread, thread.WakingNs, ScheduleState.Waiting);
                thread.State = ScheduleState.Ready;
            }
        }

        // A thread that begins to end may leave its processor several times before the last: where nobody told why, it was the last if nothing came of it later.
        if (!thread.MayHaveEnded)
            Until(thread, timeNs, thread.State);
        sink.OnThread(thread.Life(thread.SinceNs, endedInTrace));
    }

    // Ends a span; the next begins where it ended.
    private void Until(ThreadEntry thread, long timeNs, ScheduleState state)
    {
        if (timeNs < thread.SinceNs)
            Totals.OutOfOrder++;
        if (timeNs <= thread.SinceNs)
            return;
        int cpu = state == ScheduleState.Running ? thread.Cpu : -1;
        int stackId = state is ScheduleState.Ready or ScheduleState.Waiting ? thread.StackId : 0;
        sink.OnSlice(new ThreadSlice(thread.Number, state, thread.SinceNs, timeNs, cpu, stackId, state == ScheduleState.Ready && thread.Stop == ThreadStop.Preempted));
        thread.Add(state, timeNs - thread.SinceNs);
        thread.SinceNs = timeNs;
    }

    private ThreadEntry Thread(int tid)
    {
        // Of one that has the id of another that ended, the begin is missing; it was later than that end.
        if (!_threads.TryGetValue(tid, out ThreadEntry? thread))
            _threads[tid] = thread = new ThreadEntry(_next++, tid, _ended.Remove(tid, out long endNs) ? endNs : startNs, beganInTrace: false);
        return thread;
    }

    private bool HasEnded(int tid) => _ended.ContainsKey(tid);

    // Numbers of processors are small; one that is not is damage, and shares the last place.
    private CpuEntry Cpu(int cpu)
    {
        int place = (int)Math.Min((uint)cpu, MostCpus);
        if (place >= _cpus.Length)
            Array.Resize(ref _cpus, place + 1);
        return _cpus[place] ??= new CpuEntry();
    }
}
