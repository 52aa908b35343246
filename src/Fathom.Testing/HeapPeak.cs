namespace Fathom.Testing;

/// <summary>Looks at the size of the managed heap every 5 ms, on a thread that allocates nothing.</summary>
internal sealed class HeapPeak : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(5);

    private readonly ManualResetEvent _end = new(false);
    private readonly Thread _thread;
    private long _peak;

    public HeapPeak()
    {
        Look();
        _thread = new Thread(Watch) { IsBackground = true, Name = "heap peak", Priority = ThreadPriority.AboveNormal };
        _thread.Start();
    }

    /// <summary>Looks a last time and returns the largest size in bytes.</summary>
    public long Finish()
    {
        _end.Set();
        _thread.Join();
        Look();
        return _peak;
    }

    public void Dispose()
    {
        _end.Set();
        _thread.Join();
        _end.Dispose();
    }

    private void Watch()
    {
        while (!_end.WaitOne(s_interval))
            Look();
    }

    private void Look() => _peak = Math.Max(_peak, GC.GetTotalMemory(forceFullCollection: false));
}
