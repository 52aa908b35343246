using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Stalls;

/// <summary>Starts named threads, knows their numbers, and writes down what is true of them.</summary>
internal sealed partial class Scene
{
    private readonly Lock _gate = new();
    private readonly JsonObject _threads = [];
    private readonly JsonObject _facts = [];

    /// <summary>Starts a background thread and returns once it runs.</summary>
    public Thread Start(string name, Action body)
    {
        using ManualResetEvent started = new(false);
        Thread thread = new(() =>
        {
            Register(name);
            // ReSharper disable once AccessToDisposedClosure: the starter waits for exactly this.
            started.Set();
            body();
        })
        { IsBackground = true, Name = name };
        thread.Start();
        started.WaitOne();
        return thread;
    }

    /// <summary>Notes the number of the calling thread under a name.</summary>
    public void Register(string name)
    {
        lock (_gate)
            _threads[name] = GetThreadId();
    }

    /// <summary>Notes a number that is exactly true from now on.</summary>
    public void Fact(string name, long value)
    {
        lock (_gate)
            _facts[name] = value;
    }

    /// <summary>Returns when the threads are blocked for good: the runtime says waiting, and the kernel's count of their switches stands still.</summary>
    public static void UntilBlocked(params Thread[] threads)
    {
        foreach (Thread thread in threads)
        {
            while ((thread.ThreadState & ThreadState.WaitSleepJoin) == 0)
                Thread.Sleep(5);
        }

        // A contended lock spins and sleeps in turns before it waits for good.
        Thread.Sleep(200);
    }

    public static void Until(Func<bool> reached)
    {
        while (!reached())
            Thread.Sleep(5);
    }

    public string ToJson()
    {
        lock (_gate)
            return new JsonObject { ["threads"] = _threads.DeepClone(), ["facts"] = _facts.DeepClone() }.ToJsonString(JsonSerializerOptions.Default);
    }

    [LibraryImport("libc", EntryPoint = "gettid")]
    private static partial int GetThreadId();
}
