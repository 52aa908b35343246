namespace Stalls;

/// <summary>Async methods that stand at a known await.</summary>
internal static class AsyncWaits
{
    private static readonly List<Task> s_all = [];
    private static readonly TaskCompletionSource<int> s_reply = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private static readonly SemaphoreSlim s_slots = new(0);

    public static void ManyAwaiters(Scene scene)
    {
        for (int i = 0; i < 1000; i++)
            s_all.Add(FetchAsync(s_reply.Task));
        for (int i = 0; i < 300; i++)
            s_all.Add(ThrottledAsync());
        for (int i = 0; i < 50; i++)
            s_all.Add(FinishedAsync());
        Task.WhenAll(s_all[^50..]).Wait();
        scene.Fact("fetch", 1000);
        scene.Fact("parse", 1000);
        scene.Fact("throttled", 300);
    }

    // One await that waits for another async method, which waits for the reply.
    private static async Task<int> FetchAsync(Task<int> reply) => await ParseAsync(reply) + 1;

    private static async Task<int> ParseAsync(Task<int> reply) => await reply.ConfigureAwait(false) * 2;

    // The first await is over, the second one lasts.
    private static async Task ThrottledAsync()
    {
        await Task.Yield();
        await s_slots.WaitAsync();
    }

    private static async Task FinishedAsync() => await Task.Delay(1);
}
