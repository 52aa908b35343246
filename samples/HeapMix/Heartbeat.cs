namespace HeapMix;

/// <summary>A thread that counts while the process runs, so that a test can see whether it does.</summary>
internal sealed class Heartbeat : IDisposable
{
    private readonly ManualResetEventSlim _end = new();
    private readonly Thread _thread;
    private long _count;

    public Heartbeat()
    {
        _thread = new Thread(Run) { IsBackground = true, Name = "heartbeat" };
        _thread.Start();
    }

    public long Count => Interlocked.Read(ref _count);

    public void Dispose()
    {
        _end.Set();
        _thread.Join();
        _end.Dispose();
    }

    private void Run()
    {
        while (!_end.Wait(TimeSpan.FromMilliseconds(1)))
            Interlocked.Increment(ref _count);
    }
}
