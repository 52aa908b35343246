namespace Stalls;

/// <summary>A busy program with nothing wrong: no rule may speak here.</summary>
internal static class Healthy
{
    private static readonly Lock s_gate = new();
    private static readonly object s_monitor = new();
    private static readonly SemaphoreSlim s_slots = new(2);
    private static readonly List<Task> s_loops = [];
    private static long s_count;

    public static void BusyAndFine(Scene scene)
    {
        scene.Start("worker", Spinning.WorkForever);
        for (int i = 0; i < 3; i++)
            scene.Start($"clerk-{i}", ShareLocks);
        for (int i = 0; i < 8; i++)
            s_loops.Add(ServeAsync());
        scene.Start("idle", () => Thread.Sleep(Timeout.Infinite));
        Scene.Until(() => Interlocked.Read(ref s_count) > 100);
    }

    // Locks are taken in one order and held for a moment.
    private static void ShareLocks()
    {
        while (true)
        {
            lock (s_monitor)
            {
                lock (s_gate)
                    s_count++;
            }

            Thread.Sleep(1);
        }
    }

    private static async Task ServeAsync()
    {
        while (true)
        {
            await s_slots.WaitAsync();
            await Task.Delay(2);
            s_slots.Release();
        }
    }
}
