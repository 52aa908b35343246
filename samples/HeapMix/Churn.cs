namespace HeapMix;

/// <summary>Threads that allocate all the time, so that the target is stopped in the middle of allocations and collections.</summary>
internal sealed class Churn : IDisposable
{
    private readonly Thread[] _threads;
    private volatile bool _end;

    public Churn(int threads)
    {
        _threads = [.. Enumerable.Range(0, threads).Select(i => new Thread(Run) { IsBackground = true, Name = $"churn {i}" })];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    public void Dispose()
    {
        _end = true;
        foreach (Thread thread in _threads)
            thread.Join();
    }

    private void Run()
    {
        object?[] recent = new object?[1_000];
        for (int i = 0; !_end; i++)
            recent[i % recent.Length] = i % 3 == 0 ? new byte[i % 2_000] : new Box<string> { Value = new string('y', i % 100) };
        GC.KeepAlive(recent);
    }
}
