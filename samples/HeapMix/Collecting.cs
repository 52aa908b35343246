namespace HeapMix;

/// <summary>A thread that forces one collection after the other, so that the target is nearly always met in one.</summary>
internal sealed class Collecting : IDisposable
{
    private readonly Thread? _thread;
    private volatile bool _end;

    public Collecting(bool isOn)
    {
        if (!isOn)
            return;
        _thread = new Thread(Run) { IsBackground = true, Name = "collecting" };
        _thread.Start();
    }

    public void Dispose()
    {
        _end = true;
        _thread?.Join();
    }

    private void Run()
    {
        while (!_end)
        {
            GC.Collect();
            // Without a gap the program's other threads would hardly run at all.
            Thread.Sleep(1);
        }
    }
}
