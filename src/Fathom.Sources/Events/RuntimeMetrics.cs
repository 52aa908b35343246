using System.Diagnostics;
using Fathom.Model.Metrics;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>
/// The latest figures that a runtime tells of itself, for a reader on any thread. They come from its counters at intervals, and from the heap
/// statistics that it gives after each collection.
/// </summary>
public sealed class RuntimeMetrics : EventConsumerGroup
{
    private readonly Lock _gate = new();
    private readonly double[] _values = new double[RuntimeMetric.All.Count];
    private long _heardAt;

    /// <summary>Asks for the counters of <c>System.Runtime</c> and for the garbage collector's events.</summary>
    /// <param name="interval">How often counters are told, rounded up to whole seconds.</param>
    public RuntimeMetrics(TimeSpan interval)
    {
        Array.Fill(_values, double.NaN);
        Include(new CounterConsumer(interval, OnCounter));
        Include(new GcConsumer { OnHeapStats = OnHeapStats });
    }

    /// <summary>The latest value; <see cref="double.NaN"/> as long as the runtime has not told it.</summary>
    public double this[RuntimeMetric metric]
    {
        get
        {
            lock (_gate)
                return _values[metric.Place];
        }
    }

    /// <summary>Time since the runtime told anything; null before the first time. A runtime that is stopped, or that cannot run any thread, is silent.</summary>
    public TimeSpan? SinceHeard
    {
        get
        {
            lock (_gate)
                return _heardAt == 0 ? null : Stopwatch.GetElapsedTime(_heardAt);
        }
    }

    /// <summary>Copies all values of one moment, in the order of <see cref="RuntimeMetric.All"/>.</summary>
    /// <param name="values">Room for a value of each of <see cref="RuntimeMetric.All"/>.</param>
    public void CopyTo(Span<double> values)
    {
        lock (_gate)
            _values.CopyTo(values);
    }

    private void OnCounter(in EventOrigin origin, in CounterValue counter)
    {
        if (!RuntimeMetric.TryFind(counter.Name, out RuntimeMetric? metric))
            return;
        lock (_gate)
        {
            ref double value = ref _values[metric.Place];
            value = !counter.IsIncrement ? counter.Value * metric.Factor : double.IsNaN(value) ? counter.Value : value + counter.Value;
            _heardAt = Stopwatch.GetTimestamp();
        }
    }

    private void OnHeapStats(in EventOrigin origin, in GcHeapStats stats)
    {
        lock (_gate)
        {
            Set(RuntimeMetric.Gen0Bytes, stats.Gen0Bytes);
            Set(RuntimeMetric.Gen1Bytes, stats.Gen1Bytes);
            Set(RuntimeMetric.Gen2Bytes, stats.Gen2Bytes);
            Set(RuntimeMetric.LargeObjectBytes, stats.LargeObjectBytes);
            Set(RuntimeMetric.PinnedObjectBytes, stats.PinnedObjectBytes);
            Set(RuntimeMetric.HandleCount, stats.HandleCount);
            Set(RuntimeMetric.PinnedObjectCount, stats.PinnedObjectCount);
            Set(RuntimeMetric.FinalizationCount, stats.FinalizationPromotedCount);
            _heardAt = Stopwatch.GetTimestamp();
        }
    }

    private void Set(RuntimeMetric metric, double value) => _values[metric.Place] = value;
}
