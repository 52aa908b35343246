namespace Stalls;

/// <summary>Every thread of the pool waits for a task that only the pool could finish.</summary>
internal static class Starvation
{
    private const int Workers = 4;
    private const int Requests = 50;
    private static readonly ManualResetEventSlim s_allQueued = new();
    private static int s_blocked;

    public static void AllWorkersBlocked(Scene scene)
    {
        ThreadPool.SetMinThreads(Workers, 1);
        ThreadPool.SetMaxThreads(Workers, 1);
        for (int i = 0; i < Requests; i++)
            ThreadPool.UnsafeQueueUserWorkItem(static _ => HandleRequest(), null);
        s_allQueued.Set();
        Scene.Until(() => Volatile.Read(ref s_blocked) == Workers);
        // The blocked workers wait for tasks that they have queued themselves, into the pool's own queues.
        Scene.Until(() => ThreadPool.PendingWorkItemCount == Requests);
        Thread.Sleep(200);
        scene.Fact("workers", Workers);
        scene.Fact("pending", ThreadPool.PendingWorkItemCount);
    }

    private static void HandleRequest()
    {
        // Requests stay ahead of the answers that they queue, or a late worker would pick an answer and free a blocked one.
        s_allQueued.Wait();
        Task<int> answer = Task.Factory.StartNew(static () => 42, CancellationToken.None, TaskCreationOptions.PreferFairness, TaskScheduler.Default);
        Interlocked.Increment(ref s_blocked);
        Consume(answer);
    }

    private static int Consume(Task<int> answer) => answer.Result;
}
