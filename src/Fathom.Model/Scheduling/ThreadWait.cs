namespace Fathom.Model.Scheduling;

/// <summary>A wait of a thread: from the moment in which it left its processor to the one in which it was woken, and on to the one in which it ran again.</summary>
/// <param name="Thread">The thread, by its number in the trace.</param>
/// <param name="StartNs">It left its processor.</param>
/// <param name="WakingNs">It was woken; -1 where the trace does not tell.</param>
/// <param name="EndNs">It ran again, or the trace or what it tells ended.</param>
/// <param name="Stop">Why it left.</param>
/// <param name="StackId">Stack with which it left; 0 where none is known.</param>
/// <param name="Waker">Thread id of who woke it; -1 where unknown, 0 an interrupt.</param>
/// <param name="WakerStackId">Stack of who woke it; 0 where none is known.</param>
/// <param name="Syscall">System call that it was in; -1 where none is known.</param>
/// <param name="Edges">What of it is missing.</param>
public readonly record struct ThreadWait(int Thread, long StartNs, long WakingNs, long EndNs, ThreadStop Stop, int StackId, int Waker, int WakerStackId, int Syscall, WaitEdges Edges)
{
    /// <summary>Stack with which it entered the system call, with frames that are missing in <see cref="StackId"/>; 0 where none is known.</summary>
    public int EntryStackId { get; init; }

    /// <summary>Time until it was woken; all of the time where nobody knows when that was.</summary>
    public long WaitNs => (WakingNs < 0 ? EndNs : WakingNs) - StartNs;

    /// <summary>Time from then on until it ran; 0 where unknown.</summary>
    public long ReadyNs => WakingNs < 0 || (Edges & WaitEdges.NoSwitchIn) != 0 ? 0 : EndNs - WakingNs;
}
