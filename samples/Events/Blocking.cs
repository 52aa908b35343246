namespace Events;

/// <summary>Waits of a thread for the initial one, each of at least 20 ms, and each on a thread of its own.</summary>
internal static class Blocking
{
    private const int Milliseconds = 20;

    public static void OnMonitor(int count)
    {
        object gate = new();
        for (int i = 0; i < count; i++)
        {
            Monitor.Enter(gate);
            Meet(() => EnterMonitor(gate), () => Monitor.Exit(gate));
        }
    }

    public static void OnLock(int count)
    {
        Lock gate = new();
        for (int i = 0; i < count; i++)
        {
            gate.Enter();
            Meet(() => EnterLock(gate), gate.Exit);
        }
    }

    public static void OnHandle(int count)
    {
        using AutoResetEvent handle = new(false);
        for (int i = 0; i < count; i++)
            Meet(() => WaitForHandle(handle), () => handle.Set());
    }

    public static void OnSemaphore(int count)
    {
        using SemaphoreSlim slots = new(0);
        for (int i = 0; i < count; i++)
            Meet(() => WaitForSlot(slots), () => slots.Release());
    }

    private static void Meet(Action wait, Action release)
    {
        Thread thread = new(() => wait());
        thread.Start();
        while ((thread.ThreadState & ThreadState.WaitSleepJoin) == 0)
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

    private static void EnterLock(Lock gate)
    {
        lock (gate)
            GC.KeepAlive(null);
    }

    private static void WaitForHandle(AutoResetEvent handle)
    {
        handle.WaitOne();
        GC.KeepAlive(handle);
    }

    private static void WaitForSlot(SemaphoreSlim slots)
    {
        slots.Wait();
        GC.KeepAlive(slots);
    }
}
