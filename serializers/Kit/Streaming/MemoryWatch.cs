namespace Fathom.Serializers.Kit.Streaming;

/// <summary>Watches how much of the managed heap is in use, from a thread of its own.</summary>
internal sealed class MemoryWatch : IDisposable
{
    private const int PeriodMs = 5;

    private readonly ManualResetEventSlim _end = new();
    private readonly Thread _thread;
    private long _peak;
    private long _largePeak;

    public MemoryWatch()
    {
        _thread = new Thread(Watch) { IsBackground = true };
        _thread.Start();
    }

    /// <summary>Stops and tells the most bytes that were in use when it looked, garbage that was not collected yet among them, and the most bytes of large objects at a collection.</summary>
    public (long Bytes, long LargeObjectBytes) Stop()
    {
        _end.Set();
        _thread.Join();
        Look();
        return (_peak, _largePeak);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _end.Set();
        _thread.Join();
        _end.Dispose();
    }

    private void Watch()
    {
        do
            Look();
        while (!_end.Wait(PeriodMs));
    }

    private void Look()
    {
        _peak = Math.Max(_peak, GC.GetTotalMemory(forceFullCollection: false));
        _largePeak = Math.Max(_largePeak, LargeObjectBytes(before: true));
    }

    /// <summary>Bytes of the large object heap at the last collection.</summary>
    public static long LargeObjectBytes(bool before)
    {
        ReadOnlySpan<GCGenerationInfo> generations = GC.GetGCMemoryInfo(GCKind.Any).GenerationInfo;
        return generations.Length <= 3 ? 0 : before ? generations[3].SizeBeforeBytes : generations[3].SizeAfterBytes;
    }
}
