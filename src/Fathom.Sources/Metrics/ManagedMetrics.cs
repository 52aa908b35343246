using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Metrics;

/// <summary>
/// Reads the metrics of the managed heap from the runtime's own records of its segments, while the process runs: nothing is stopped, no event session is
/// opened and the target does no work for it. Other than the counters of the runtime, which are of the last collection, the figures are of now.
/// </summary>
/// <remarks>Not free of allocations, and ClrMD takes some 50 MB in this process; use <see cref="ProcessMetrics"/> alone where no such metric is wanted.</remarks>
public sealed class ManagedMetrics : IDisposable
{
    private const int MaxLooks = 3;
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(5);

    private readonly TargetSession _session;

    /// <summary>Begins to look at a process.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="dac">Folder or file of the data access library (DAC) that the user named, or null.</param>
    /// <exception cref="FathomException">No such process, not ours to read, not .NET, or its DAC is missing.</exception>
    public ManagedMetrics(int processId, string? dac = null) => _session = TargetSession.Open(processId, dac);

    /// <summary>Whether a metric is read here.</summary>
    public static bool Has(ProcessMetric metric) => metric.Origin == MetricOrigin.ManagedHeap;

    /// <summary>Adds the metrics of the managed heap to a sample.</summary>
    /// <param name="values">One value per <see cref="ProcessMetric"/>, in its order; others are not touched.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>False when there is no figure: a collection changed the segments at each look, or the process has ended.</returns>
    public bool Sample(Span<double> values, CancellationToken stop)
    {
        double[]? sizes = Read(stop);
        if (sizes is null)
            return false;
        foreach (ProcessMetric metric in MetricCatalog.Of(MetricOrigin.ManagedHeap))
            values[metric.Place] = sizes[metric.Place];
        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => _session.Dispose();

    // The target runs, so the DAC may meet records that are just being changed and fail in any way; the next sample will do.
    private double[]? Read(CancellationToken stop)
    {
        try
        {
            return _session.InvokeRunning(static target => ReadSettled(target.Runtime, target.Due), s_limit, stop).GetAwaiter().GetResult();
        }
        catch (Exception e) when (e is not (OperationCanceledException or FathomException))
        {
            return null;
        }
    }

    private static double[]? ReadSettled(ClrRuntime runtime, CancellationToken due)
    {
        HeapMap? before = null;
        for (int look = 0; look < MaxLooks; look++)
        {
            due.ThrowIfCancellationRequested();
            runtime.FlushCachedData();
            HeapMap map = HeapMapReader.Read(runtime);
            if (before is not null && map.Segments.Select(segment => segment.Objects.Start).SequenceEqual(before.Segments.Select(segment => segment.Objects.Start)))
                return Sum(map);
            before = map;
        }

        return null;
    }

    private static double[] Sum(HeapMap map)
    {
        double[] sizes = new double[MetricCatalog.Count];
        foreach (HeapSegment segment in map.Segments)
        {
            Add(MetricCatalog.ManagedCommittedBytes, segment.CommittedBytes);
            foreach ((HeapGeneration generation, AddressRange range) in segment.Generations)
            {
                Add(MetricCatalog.ManagedBytes, range.Length);
                if (MetricOf(generation) is { } metric)
                    Add(metric, range.Length);
            }
        }

        return sizes;

        void Add(ProcessMetric metric, long bytes) => sizes[metric.Place] += bytes;
    }

    private static ProcessMetric? MetricOf(HeapGeneration generation) => generation switch
    {
        HeapGeneration.Gen0 => MetricCatalog.Gen0Bytes,
        HeapGeneration.Gen1 => MetricCatalog.Gen1Bytes,
        HeapGeneration.Gen2 => MetricCatalog.Gen2Bytes,
        HeapGeneration.Large => MetricCatalog.LohBytes,
        HeapGeneration.Pinned => MetricCatalog.PohBytes,
        _ => null,
    };
}
