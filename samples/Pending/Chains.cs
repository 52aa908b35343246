using System.Runtime.CompilerServices;

namespace Pending;

/// <summary>Async calls that stand in known chains, and tasks of other kinds.</summary>
internal static class Chains
{
    private static readonly List<Task> s_all = [];
    private static readonly TaskCompletionSource<int> s_reply = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private static readonly TaskCompletionSource s_start = new(), s_alone = new();
    private static readonly SemaphoreSlim s_slots = new(0);
    private static readonly ManualResetEventSlim s_end = new();
    private static Task? s_left, s_right;

    public static Dictionary<string, int> Numbers { get; } = [];

    public static void Begin()
    {
        Many("replies", 40, static () => HandleAsync());
        Many("slots", 30, static () => ThrottleAsync());
        Many("delays", 20, static () => PauseAsync());
        Many("unwrapped", 5, static () => Task.Run(static async () => await ReadAsync()));
        Many("all", 3, static () => BothAsync());
        Many("deep", 1, static () => DeepAsync(2_000));
        Many("pooled", 8, static () => OfPoolAsync());
        Many("alone", 1, static () => s_alone.Task);
        Ready("ready", 6);
        Work("working", 2);
        Circle("circle");
        Many("unseen", 7, static () => FailAsync());
        Many("seen", 4, static () => FailAsync());
        foreach (Task failed in s_all[^4..])
            GC.KeepAlive(failed.Exception);
        Many("unseen_late", 5, static () => FailLateAsync());
        s_begun.SetResult();
        Many("unseen_others", 2, static () => Task.FromException(new FormatException("unseen")));

        // The bodies of Task.Run have come to their await when the threads that ran them are done.
        SpinWait.SpinUntil(static () => ThreadPool.CompletedWorkItemCount >= 5);
    }

    public static void Keep()
    {
        s_end.Set();
        GC.KeepAlive(s_all);
    }

    private static void Many(string name, int count, Func<Task> begin)
    {
        for (int i = 0; i < count; i++)
            s_all.Add(begin());
        Numbers[name] = count;
    }

    private static async Task HandleAsync() => await LoadAsync();

    private static async Task<int> LoadAsync()
    {
        await Task.CompletedTask;
        await Task.FromResult(1);
        return await ReadAsync() + 1;
    }

    private static async Task<int> ReadAsync() => await s_reply.Task.ConfigureAwait(false) * 2;

    private static async Task ThrottleAsync() => await s_slots.WaitAsync();

    private static async Task PauseAsync() => await Task.Delay(TimeSpan.FromHours(1));

    private static async Task BothAsync() => await Task.WhenAll(s_start.Task, s_alone.Task);

    private static async Task DeepAsync(int depth)
    {
        if (depth > 1)
            await DeepAsync(depth - 1);
        else
            await s_slots.WaitAsync();
    }

    private static async Task FailAsync()
    {
        await Task.CompletedTask;
        throw new InvalidOperationException("on purpose");
    }

    private static readonly TaskCompletionSource s_begun = new();

    private static async Task FailLateAsync()
    {
        await s_begun.Task;
        throw new InvalidOperationException("on purpose");
    }

    private static async Task OfPoolAsync() => await PooledAsync();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> PooledAsync() => await s_reply.Task;

    // What they wait for has come, and nobody lets them go on.
    private static void Ready(string name, int count)
    {
        TaskCompletionSource came = new();
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(new Deaf());
        Many(name, count, () => ResumeAsync(came.Task));
        SynchronizationContext.SetSynchronizationContext(before);
        came.SetResult();
    }

    private static async Task ResumeAsync(Task came) => await came;

    private static void Work(string name, int count)
    {
        using CountdownEvent begun = new(count);
        Many(name, count, () => Task.Factory.StartNew(
            () => Toil(begun), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        begun.Wait();
    }

    private static void Toil(CountdownEvent begun)
    {
        begun.Signal();
        s_end.Wait();
    }

    private static void Circle(string name)
    {
        TaskCompletionSource go = new();
        s_left = LeftAsync(go.Task);
        s_right = RightAsync(go.Task);
        go.SetResult();
        Numbers[name] = 1;
    }

    private static async Task LeftAsync(Task go)
    {
        await go;
        await s_right!;
    }

    private static async Task RightAsync(Task go)
    {
        await go;
        await s_left!;
    }

    private sealed class Deaf : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
        }
    }
}
