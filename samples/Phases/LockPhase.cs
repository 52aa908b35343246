using System.Runtime.CompilerServices;

namespace Phases;

/// <summary>A thread waits again and again for a lock that another one has for 20 ms.</summary>
internal static class LockPhase
{
    private const int HeldMs = 20;

    private static readonly object s_monitor = new();
    private static readonly Lock s_lock = new();

    public static void OnMonitor(Phase phase, int count) => Run(phase, count, static () => Monitor.Enter(s_monitor), static () => Monitor.Exit(s_monitor), EnterMonitor);

    public static void OnLock(Phase phase, int count) => Run(phase, count, static () => s_lock.Enter(), static () => s_lock.Exit(), EnterLock);

    private static void Run(Phase phase, int count, Action enter, Action leave, Action wait)
    {
        using SemaphoreSlim isHeld = new(0), isAsked = new(0), isDone = new(0);
        Thread? waiting = null;
        long before = Monitor.LockContentionCount;
        Thread owner = phase.Start("owner", _ =>
        {
            for (int i = 0; i < count; i++)
            {
                enter();
                isHeld.Release();
                isAsked.Wait();
                // On a busy machine it comes late, and would find the lock free.
                while (Volatile.Read(ref waiting)?.ThreadState.HasFlag(ThreadState.WaitSleepJoin) != true)
                    Thread.Sleep(1);
                Thread.Sleep(HeldMs);
                leave();
                isDone.Wait();
            }
        });
        Thread waiter = phase.Start("waiter", notes =>
        {
            Volatile.Write(ref waiting, Thread.CurrentThread);
            for (int i = 0; i < count; i++)
            {
                isHeld.Wait();
                isAsked.Release();
                notes.Wait(wait);
                isDone.Release();
            }
        });
        owner.Join();
        waiter.Join();
        phase.Fact("contentions", Monitor.LockContentionCount - before);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EnterMonitor()
    {
        lock (s_monitor)
            GC.KeepAlive(s_monitor);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EnterLock()
    {
        lock (s_lock)
            GC.KeepAlive(null);
    }
}
