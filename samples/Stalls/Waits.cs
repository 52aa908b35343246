namespace Stalls;

/// <summary>One owner and one waiter for each kind of lock, and the waits that have no owner.</summary>
internal static class Waits
{
    public static void OneOfEachKind(Scene scene)
    {
        ManualResetEvent forever = new(false);

        object monitor = new();
        using Barrier ready = new(2);
        Own(() => Monitor.Enter(monitor), "monitor-owner");
        Thread monitorWaiter = scene.Start("monitor-waiter", () => EnterMonitor(monitor));

        // Never contended: the runtime keeps the owner in the object's header.
        object thin = new();
        Own(() => Monitor.Enter(thin), "thin-owner");

        Lock gate = new();
        Own(gate.Enter, "lock-owner");
        Thread lockWaiter = scene.Start("lock-waiter", () => EnterLock(gate));

        ReaderWriterLockSlim written = new();
        Own(written.EnterWriteLock, "write-owner");
        Thread readWaiter = scene.Start("read-waiter", () => EnterRead(written));

        ReaderWriterLockSlim read = new();
        Own(read.EnterReadLock, "read-owner-1");
        Own(read.EnterReadLock, "read-owner-2");
        Thread writeWaiter = scene.Start("write-waiter", () => EnterWrite(read));

        ReaderWriterLockSlim upgraded = new();
        Own(upgraded.EnterUpgradeableReadLock, "upgrade-owner");
        Thread upgradeWaiter = scene.Start("upgrade-waiter", () => EnterUpgrade(upgraded));

        SemaphoreSlim slots = new(0);
        Thread semaphoreWaiter = scene.Start("slots-waiter", () => WaitForSlot(slots));

        ManualResetEventSlim signal = new(false);
        Thread signalWaiter = scene.Start("signal-waiter", () => WaitForSignal(signal));

        Task<int> never = new TaskCompletionSource<int>().Task;
        Thread taskWaiter = scene.Start("task-waiter", () => WaitForTask(never));

        Thread handleWaiter = scene.Start("handle-waiter", () => WaitForHandle(forever));
        Thread joiner = scene.Start("join-waiter", () => Join(handleWaiter));

        object condition = new();
        Thread pulseWaiter = scene.Start("pulse-waiter", () => WaitForPulse(condition));
        Thread sleeper = scene.Start("sleeper", Sleep);

        Scene.UntilBlocked(monitorWaiter, lockWaiter, readWaiter, writeWaiter, upgradeWaiter, semaphoreWaiter, signalWaiter, taskWaiter, handleWaiter, joiner, pulseWaiter, sleeper);

        for (int i = 0; i < 3; i++)
            scene.Start($"twin-{i}", () => WaitForHandle(forever));

        void Own(Action enter, string name)
        {
            using ManualResetEvent owned = new(false);
            scene.Start(name, () =>
            {
                enter();
                owned.Set();
                forever.WaitOne();
            });
            owned.WaitOne();
        }
    }

    private static void EnterMonitor(object monitor)
    {
        lock (monitor)
            GC.KeepAlive(monitor);
    }

    private static void EnterLock(Lock gate)
    {
        lock (gate)
            Scene.Until(static () => true);
    }

    private static void EnterRead(ReaderWriterLockSlim table) => table.EnterReadLock();

    private static void EnterWrite(ReaderWriterLockSlim table) => table.EnterWriteLock();

    private static void EnterUpgrade(ReaderWriterLockSlim table) => table.EnterUpgradeableReadLock();

    private static void WaitForSlot(SemaphoreSlim slots) => slots.Wait();

    private static void WaitForSignal(ManualResetEventSlim signal) => signal.Wait();

    private static int WaitForTask(Task<int> task) => task.Result;

    private static bool WaitForHandle(WaitHandle handle) => handle.WaitOne();

    private static void Join(Thread thread) => thread.Join();

    private static void WaitForPulse(object condition)
    {
        lock (condition)
            Monitor.Wait(condition);
    }

    private static void Sleep() => Thread.Sleep(Timeout.Infinite);
}
