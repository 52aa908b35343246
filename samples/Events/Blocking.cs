namespace Events;

/// <summary>Waits of a thread for the initial one, each of at least 20 ms, and each on a thread of its own.</summary>
internal static class Blocking
{
    private const int Milliseconds = 20;

    private static volatile bool s_entered;

    public static void OnMonitor(int count)
    {
        object gate = new();
        for (int i = 0; i < count; i++)
        {
            Monitor.Enter(gate);
            Meet(() => EnterMonitor(gate), HasContended(), () => Monitor.Exit(gate));
        }
    }

    // Tests run this program on .NET 8 too, which has no such lock.
    public static void OnLock(int count)
    {
#if NET9_0_OR_GREATER
        Lock gate = new();
        for (int i = 0; i < count; i++)
        {
            gate.Enter();
            Meet(() => EnterLock(gate), HasContended(), gate.Exit);
        }
#else
        throw new PlatformNotSupportedException($"{count}");
#endif
    }

    public static void OnHandle(int count)
    {
        using AutoResetEvent handle = new(false);
        for (int i = 0; i < count; i++)
            Meet(() => WaitForHandle(handle), static thread => (thread.ThreadState & ThreadState.WaitSleepJoin) != 0, () => handle.Set());
    }

    public static void OnPulse(int count)
    {
        object condition = new();
        for (int i = 0; i < count; i++)
        {
            s_entered = false;
            Meet(() => WaitForPulse(condition), static _ => s_entered, () => Pulse(condition));
        }
    }

    // A thread spins for a while before it waits for a lock, and the runtime counts those that wait.
    private static Func<Thread, bool> HasContended()
    {
        long before = Monitor.LockContentionCount;
        return _ => Monitor.LockContentionCount > before;
    }

    private static void Meet(Action wait, Func<Thread, bool> waits, Action release)
    {
        Thread thread = new(() => wait());
        thread.Start();
        while (!waits(thread))
            Thread.Sleep(1);
        Thread.Sleep(Milliseconds);
        release();
        thread.Join();
    }

    private static void EnterMonitor(object gate)
    {
        lock (gate)
            GC.KeepAlive(gate);
    }

#if NET9_0_OR_GREATER
    private static void EnterLock(Lock gate)
    {
        lock (gate)
            GC.KeepAlive(null);
    }
#endif

    private static void WaitForHandle(AutoResetEvent handle)
    {
        handle.WaitOne();
        GC.KeepAlive(handle);
    }

    private static void WaitForPulse(object condition)
    {
        lock (condition)
        {
            s_entered = true;
            Monitor.Wait(condition);
        }
    }

    // The lock is free only when the other thread waits.
    private static void Pulse(object condition)
    {
        lock (condition)
            Monitor.Pulse(condition);
    }
}
