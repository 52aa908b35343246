namespace Storm;

/// <summary>Starts two threads for each kind: one that waits, over and over, and one that ends its waits.</summary>
internal static class Pacing
{
    private static volatile bool s_isOver;

    /// <summary>Runs all kinds at once.</summary>
    /// <param name="rate">Waits of each kind per second.</param>
    /// <param name="milliseconds">How long.</param>
    /// <returns>The waits that each kind has ended.</returns>
    public static Dictionary<string, long> Run(int rate, int milliseconds)
    {
        int between = Math.Max(1, 1000 / rate);
        s_isOver = false;
        SemaphoreSlim semaphore = new(0);
        ManualResetEventSlim signal = new(false);
        AutoResetEvent handle = new(false);
        object condition = new(), gate = new();
        Lock exclusive = new();
        TaskCompletionSource task = new();
        Dictionary<string, long> counts = [];
        List<Thread> waiters = [], pacers = [];

        Start("semaphore", () => Waiting.ForSemaphore(semaphore), () => semaphore.Release());
        Start("signal", () => Waiting.ForSignal(signal), signal.Set);
        Start("handle", () => Waiting.ForHandle(handle), () => handle.Set());
        Start("pulse", () => Waiting.ForPulse(condition), () => Pulse(condition));
        Start("task", () => Waiting.ForTask(Volatile.Read(ref task).Task), () => Interlocked.Exchange(ref task, new TaskCompletionSource()).SetResult());
        Start("thread", () => Waiting.ForThread(Sleeper(between)), static () => { });
        Hold("monitor", () => Waiting.ForMonitor(gate), () => Monitor.Enter(gate), () => Monitor.Exit(gate));
        Hold("lock", () => Waiting.ForLock(exclusive), exclusive.Enter, exclusive.Exit);

        Thread.Sleep(milliseconds);
        s_isOver = true;
        // Those that end waits go on until nobody waits any more.
        foreach (Thread thread in waiters.Concat(pacers))
            thread.Join();
        return counts;

        void Start(string name, Action wait, Action end)
        {
            Thread waiter = Waiter(name, wait);
            pacers.Add(Named("pacer", () =>
            {
                while (waiter.IsAlive)
                {
                    Waiting.ForTime(between);
                    end();
                }
            }));
        }

        // The lock is held nearly always, and let go for a moment.
        void Hold(string name, Action wait, Action enter, Action exit)
        {
            Waiter(name, wait);
            pacers.Add(Named("pacer", () =>
            {
                while (!s_isOver)
                {
                    enter();
                    Waiting.ForTime(between);
                    exit();
                    Waiting.ForTime(1);
                }
            }));
        }

        Thread Waiter(string name, Action wait)
        {
            Thread thread = Named("w-" + name, () =>
            {
                long count = 0;
                for (; !s_isOver; count++)
                    wait();
                lock (counts)
                    counts[name] = count;
            });
            waiters.Add(thread);
            return thread;
        }
    }

    private static Thread Sleeper(int milliseconds) => Named("sleeper", () => Waiting.ForTime(milliseconds));

    private static Thread Named(string name, Action work)
    {
        Thread thread = new(() => work()) { Name = name, IsBackground = true };
        thread.Start();
        return thread;
    }

    private static void Pulse(object condition)
    {
        lock (condition)
            Monitor.Pulse(condition);
    }
}
