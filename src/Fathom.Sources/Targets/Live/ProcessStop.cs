using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// All threads of a process, held still. Belongs to the thread that began it: the kernel lets no other one resume the target.
/// </summary>
/// <remarks>
/// <para>
/// Threads are seized (PTRACE_SEIZE) and interrupted (PTRACE_INTERRUPT) rather than attached. Attaching sends SIGSTOP, and a SIGSTOP that
/// is still on its way when the tracer dies stops the target for good; an interrupt leaves nothing behind. Whenever this thread or the
/// whole tool ends, however it ends, the kernel lets all seized threads run again.
/// </para>
/// <para>
/// A thread may stop because a signal is being delivered to it. That signal must be handed on with the detach, or the target loses it;
/// the .NET runtime suspends its threads for collections by signals.
/// </para>
/// <para>Source: ptrace(2), sections PTRACE_SEIZE, "Stopped states" and "Attaching and detaching".</para>
/// </remarks>
internal sealed unsafe class ProcessStop : IDisposable
{
    private const int MaxPasses = 100;

    // A thread that runs or sleeps stops within some 10 microseconds.
    private static readonly TimeSpan s_busyPolling = TimeSpan.FromMilliseconds(1);

    private readonly int _processId;
    private readonly int _ownerThread = Environment.CurrentManagedThreadId;
    private readonly List<StoppedThread> _threads = [];
    private readonly HashSet<int> _seen = [];
    private readonly DelayedKeyStop _keyStop = new();
    private bool _resumed;

    private ProcessStop(int processId) => _processId = processId;

    /// <summary>Threads that are held.</summary>
    public IReadOnlyList<int> Threads => [.. _threads.Select(static thread => thread.ThreadId)];

    /// <summary>When the first thread was told to stop, as a <see cref="Stopwatch"/> time stamp.</summary>
    public long StartTimestamp { get; private set; }

    /// <summary>When the last thread was let go; 0 while the target is stopped.</summary>
    public long EndTimestamp { get; private set; }

    /// <summary>Stops all threads.</summary>
    /// <param name="processId">Number of the target (pid).</param>
    /// <param name="limit">How long the threads may take to stop; a thread in uninterruptible I/O does not.</param>
    /// <exception cref="Model.FathomException">Not allowed, gone, or not stopping; the target runs on.</exception>
    public static ProcessStop Begin(int processId, TimeSpan limit)
    {
        ProcessStop stop = new(processId);
        try
        {
            stop.StartTimestamp = Stopwatch.GetTimestamp();
            stop.HoldAll(limit);
            return stop;
        }
        catch
        {
            stop.Dispose();
            throw;
        }
    }

    /// <summary>Lets the target run. Only on the thread that stopped it.</summary>
    public void Dispose()
    {
        if (_resumed)
            return;
        if (Environment.CurrentManagedThreadId != _ownerThread)
            throw new InvalidOperationException("Only the thread that stopped the target can resume it.");
        _resumed = true;
        foreach (ref readonly StoppedThread thread in CollectionsMarshal.AsSpan(_threads))
        {
            // A thread that was killed in the stop has no end until its tracer has taken its status.
            if (TraceCalls.Ptrace(TraceCalls.PtraceDetach, thread.ThreadId, 0, thread.PendingSignal) < 0)
                TakeStatus(thread.ThreadId);
        }

        EndTimestamp = Stopwatch.GetTimestamp();
        _keyStop.Dispose();
    }

    // Threads that run can make new ones, so passes go on until one finds nothing new. From then on nothing runs. The main thread comes last in
    // a pass and is polled without a break: where the target is our own child, its stop must be taken before .NET looks for ended children.
    private void HoldAll(TimeSpan limit)
    {
        using QuietChildStops quiet = QuietChildStops.Begin();
        for (int pass = 0; pass < MaxPasses; pass++)
        {
            List<int> found = [.. ProcessThreads.Of(_processId).Where(_seen.Add)];
            if (found.Count == 0)
            {
                if (_threads.Count == 0)
                    throw TargetErrors.Gone(_processId);
                return;
            }

            bool hasMain = found.Remove(_processId);
            found.ForEach(Seize);
            WaitUntilStopped(limit);
            if (hasMain)
            {
                Seize(_processId);
                WaitUntilStopped(limit);
            }
        }

        throw TargetErrors.NotStopping(_processId, _processId, limit);
    }

    private void Seize(int threadId)
    {
        if (TraceCalls.Ptrace(TraceCalls.PtraceSeize, threadId, 0, 0) >= 0)
        {
            _threads.Add(new StoppedThread { ThreadId = threadId });
            TraceCalls.Ptrace(TraceCalls.PtraceInterrupt, threadId, 0, 0);
            return;
        }

        // A thread that has ended in the meantime, or waits to be collected, needs no stop.
        if (Marshal.GetLastPInvokeError() != TraceCalls.ErrorNoProcess && !HasEnded(threadId))
            throw TargetErrors.NotAllowed(_processId);
    }

    private void WaitUntilStopped(TimeSpan limit)
    {
        long start = Stopwatch.GetTimestamp();
        SpinWait spin = default;
        bool isLate = false;
        while (PollThreads(isLate) is int running && running != 0)
        {
            if (Stopwatch.GetElapsedTime(StartTimestamp) > limit)
                throw TargetErrors.NotStopping(_processId, running, limit);
            isLate = Stopwatch.GetElapsedTime(start) > s_busyPolling;
            if (isLate)
                spin.SpinOnce(sleep1Threshold: 100);
        }
    }

    // Returns a thread that still runs, or 0. Ended threads leave the list.
    private int PollThreads(bool isLate)
    {
        int running = 0;
        for (int i = _threads.Count - 1; i >= 0; i--)
        {
            ref StoppedThread thread = ref CollectionsMarshal.AsSpan(_threads)[i];
            if (thread.IsStopped)
                continue;
            if (!Poll(ref thread, isLate))
                _threads.RemoveAt(i);
            else if (!thread.IsStopped)
                running = thread.ThreadId;
        }

        return running;
    }

    // False when the thread has ended. The wait status is always taken, so that nobody else finds it, but the truth is whether the kernel answers
    // PTRACE_GETSIGINFO: where the target is our own child, .NET's search for ended children may have been faster.
    private bool Poll(ref StoppedThread thread, bool isLate)
    {
        if (TakeStatus(thread.ThreadId) == WaitResult.Ended)
            return false;
        Unsafe.SkipInit(out TraceCalls.SignalInfo info);
        if (TraceCalls.Ptrace(TraceCalls.PtraceGetSigInfo, thread.ThreadId, 0, (nint)(&info)) < 0)
            return !(isLate && HasEnded(thread.ThreadId));

        // It may have stopped after the status was looked for.
        TakeStatus(thread.ThreadId);
        thread.IsStopped = true;
        thread.PendingSignal = info.Code >> 8 == TraceCalls.PtraceEventStop ? 0 : info.Signal;
        return true;
    }

    // A main thread that has ended while others run gives no status; asking /proc is slow and is left for threads that are late.
    private bool HasEnded(int threadId) => ProcessThreads.State(_processId, threadId) is null or 'Z' or 'X';

    private static WaitResult TakeStatus(int threadId)
    {
        const int stoppedMark = 0x7f;
        int status;
        int waited = TraceCalls.WaitPid(threadId, &status, TraceCalls.WaitNoHang | TraceCalls.WaitAll);
        return waited != threadId ? WaitResult.None : (status & 0xff) == stoppedMark ? WaitResult.Stopped : WaitResult.Ended;
    }

    private enum WaitResult
    {
        None,
        Stopped,
        Ended,
    }
}
