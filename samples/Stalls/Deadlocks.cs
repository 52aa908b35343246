namespace Stalls;

/// <summary>Cycles of threads that each own what the next one wants.</summary>
internal static class Deadlocks
{
    private sealed class Account
    {
        public int Balance;
    }

    /// <summary>teller-a owns the first account and waits for the second, teller-b the other way round; bystander waits behind them, in no cycle.</summary>
    public static void TwoMonitors(Scene scene)
    {
        Account first = new();
        Account second = new();
        using Barrier bothOwn = new(2);
        Thread a = scene.Start("teller-a", () => Transfer(first, second, bothOwn));
        Thread b = scene.Start("teller-b", () => Transfer(second, first, bothOwn));
        Scene.UntilBlocked(a, b);
        Thread behind = scene.Start("bystander", () => Look(first));
        Scene.UntilBlocked(behind);
    }

    /// <summary>The same cycle, but the waits end after ten minutes.</summary>
    public static void TwoMonitorsWithTimeLimit(Scene scene)
    {
        Account first = new();
        Account second = new();
        using Barrier bothOwn = new(2);
        Thread a = scene.Start("teller-a", () => TryTransfer(first, second, bothOwn));
        Thread b = scene.Start("teller-b", () => TryTransfer(second, first, bothOwn));
        Scene.UntilBlocked(a, b);
    }

    /// <summary>Three kinds of lock in one cycle: m-owner owns a monitor and wants a Lock, l-owner owns that and wants to write, r-owner reads and wants the monitor.</summary>
    public static void MonitorLockAndReader(Scene scene)
    {
        object monitor = new();
        Lock gate = new();
        ReaderWriterLockSlim table = new();
        using Barrier allOwn = new(3);
        Thread m = scene.Start("m-owner", () =>
        {
            lock (monitor)
            {
                allOwn.SignalAndWait();
                lock (gate)
                    GC.KeepAlive(monitor);
            }
        });
        Thread l = scene.Start("l-owner", () =>
        {
            lock (gate)
            {
                allOwn.SignalAndWait();
                table.EnterWriteLock();
            }
        });
        Thread r = scene.Start("r-owner", () =>
        {
            table.EnterReadLock();
            allOwn.SignalAndWait();
            lock (monitor)
                GC.KeepAlive(table);
        });
        Scene.UntilBlocked(m, l, r);
    }

    /// <summary>joiner owns a monitor and waits for the end of worker, which wants that monitor.</summary>
    public static void JoinUnderLock(Scene scene)
    {
        object monitor = new();
        using ManualResetEvent owned = new(false);
        using ManualResetEvent joining = new(false);
        Thread worker = scene.Start("worker", () =>
        {
            owned.WaitOne();
            lock (monitor)
                GC.KeepAlive(monitor);
        });
        Thread joiner = scene.Start("joiner", () =>
        {
            lock (monitor)
            {
                owned.Set();
                worker.Join();
            }
        });
        Scene.UntilBlocked(worker, joiner);
    }

    private static void Transfer(Account from, Account to, Barrier bothOwn)
    {
        lock (from)
        {
            bothOwn.SignalAndWait();
            lock (to)
            {
                from.Balance--;
                to.Balance++;
            }
        }
    }

    private static void TryTransfer(Account from, Account to, Barrier bothOwn)
    {
        lock (from)
        {
            bothOwn.SignalAndWait();
            if (Monitor.TryEnter(to, TimeSpan.FromMinutes(10)))
                to.Balance++;
        }
    }

    private static void Look(Account account)
    {
        lock (account)
            GC.KeepAlive(account);
    }
}
