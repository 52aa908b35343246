using System.Diagnostics;

namespace Fathom.Testing;

/// <summary>One measurement: everything that costs anything is made before the first reading.</summary>
internal sealed class TrafficMeter : IDisposable
{
    // The sum of the samples spreads by the root of bytes times this; five times that comes by chance once in three million runs.
    private const double MeanDistance = 102_400;
    private const double Spread = 5;

    private readonly AllocationListener _listener = new();
    private readonly HeapPeak _peak = AfterCollection();
    private int _gen0, _gen1, _gen2;
    private TimeSpan _pause;
    private long _bytes;
    private long _ownBytes;
    private long _start;

    public void Start()
    {
        _listener.Open();
        (_gen0, _gen1, _gen2) = (GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));
        _pause = GC.GetTotalPauseDuration();
        _start = Stopwatch.GetTimestamp();
        // A sample that is handed over between the two readings is rather counted than taken off without having been counted; the same at the end.
        _bytes = GC.GetTotalAllocatedBytes(precise: true);
        _ownBytes = _listener.OwnBytes;
    }

    public MemoryTrafficResult Finish()
    {
        long ownBytes = _listener.OwnBytes - _ownBytes;
        long bytes = GC.GetTotalAllocatedBytes(precise: true) - _bytes;
        TimeSpan elapsed = Stopwatch.GetElapsedTime(_start);
        TimeSpan pause = GC.GetTotalPauseDuration() - _pause;
        int gen2 = GC.CollectionCount(2) - _gen2;
        int gen1 = GC.CollectionCount(1) - _gen1 - gen2;
        int gen0 = GC.CollectionCount(0) - _gen0 - gen1 - gen2;
        long peak = _peak.Finish();
        _listener.Close();
        return new MemoryTrafficResult
        {
            AllocatedBytes = bytes - ownBytes,
            Types = [.. _listener.Types.Select(Type).OrderByDescending(type => type.EstimatedBytes).ThenBy(type => type.Type, StringComparer.Ordinal)],
            LargeObjectBytes = (long)_listener.Large.Bytes,
            LargeObjectErrorBytes = (long)_listener.Large.Error,
            Gen0Collections = gen0,
            Gen1Collections = gen1,
            Gen2Collections = gen2,
            Pause = pause,
            PeakHeapBytes = peak,
            Elapsed = elapsed,
            IsSamplingShort = _listener.All.Bytes + Spread * Math.Sqrt((bytes - ownBytes) * MeanDistance) < bytes - ownBytes,
        };
    }

    public void Dispose()
    {
        _listener.Dispose();
        _peak.Dispose();
    }

#pragma warning disable RS0030 // Garbage of before the block would be in its peak and make its first collection.
    private static HeapPeak AfterCollection()
    {
        GC.Collect();
        return new HeapPeak();
    }
#pragma warning restore RS0030

    private static TypeTraffic Type(KeyValuePair<string, TypeSamples> type) =>
        new(type.Key, (long)type.Value.Bytes, (long)type.Value.Error, type.Value.Count);
}
