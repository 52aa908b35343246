using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Metrics;
using Fathom.Sources.Targets.Live;

namespace Fathom.Capture.Watching;

/// <summary>
/// Metrics of a process from files of /proc and from what its garbage collector keeps of itself in memory: the process is not stopped and does nothing for it. Only
/// where it is wished, an event session asks its runtime for more.
/// </summary>
public sealed class ProcessSampler : IMetricSampler
{
    private readonly ProcessMetrics _metrics;
    private readonly ProcessEnding _ending;
    private readonly HeapLink? _heap;
    private readonly RuntimeLink? _events;
    private readonly WatchShare _share;
    private readonly HashSet<ProcessMetric> _told = [];
    private readonly MallocUse _malloc;
    private readonly string _name;
    private bool _isMallocSaid;

    private ProcessSampler(ProcessFacts process, ProcessMetrics metrics, ProcessEnding ending, HeapLink? heap, RuntimeLink? events, WatchShare share)
    {
        _metrics = metrics;
        _ending = ending;
        _heap = heap;
        _events = events;
        _share = share;
        _malloc = new MallocUse(process.Pid, share.Reads);
        _name = process.Name;
    }

    /// <summary>Begins to read; null when the process has ended already.</summary>
    /// <param name="process">The process.</param>
    /// <param name="interval">How often samples will be taken.</param>
    /// <param name="asked">What it is asked for by an event session, by which it grows.</param>
    /// <param name="share">What it shares with the other samplers of the watch.</param>
    public static IMetricSampler? Begin(ProcessFacts process, TimeSpan interval, AskedFigures asked, WatchShare share)
    {
        ProcessMetrics metrics;
        try
        {
            metrics = new ProcessMetrics(process.Pid, MetricCatalog.All, share.Reads);
        }
        catch (FathomException)
        {
            return null;
        }

        if (StillTarget.Note(process.Pid) is { } still)
            share.Noted(still);
        bool isDotNet = process.RuntimeVersion is not null;
        ProcessEnding ending = ProcessEnding.Begin(process.Pid);
        // What looking for the records touches, and what a session takes at its start, is there before the first sample.
        RuntimeLink? events = isDotNet && asked.IsAny ? new RuntimeLink(process, interval, asked, share.Noted) : null;
        return new ProcessSampler(process, metrics, ending, isDotNet ? new HeapLink(process, share.Noted) : null, events, share);
    }

    /// <inheritdoc/>
    public bool Sample(Span<double> values)
    {
        values.Fill(double.NaN);
        if (!_metrics.Sample(values))
            return false;
        _events?.CopyTo(values);
        _heap?.CopyTo(values);
        _malloc.Sample(values);
        values[MetricCatalog.MachineMemoryPressurePercent.Place] = _share.MemoryPressure();
        TellPaced();
        TellMalloc();
        return true;
    }

    /// <inheritdoc/>
    public string WhyEnded() => _ending.Tell();

    /// <inheritdoc/>
    public void Dispose()
    {
        _events?.Dispose();
        _heap?.Dispose();
        _ending.Dispose();
        _metrics.Dispose();
    }

    private void TellPaced()
    {
        if (_heap?.Paced is { } heap)
            TellPaced(heap);
        if (_malloc.Paced is { } malloc)
            TellPaced(malloc);
        if (!_metrics.IsPaced)
            return;
        foreach (PacedMetric paced in _metrics.Paced)
            TellPaced(paced);
    }

    private void TellMalloc()
    {
        if (_isMallocSaid || _malloc.Problem is not { } problem)
            return;
        _share.Noted($"{_name} ({_metrics.ProcessId}): samples in which malloc could not be followed have no malloc_in_use_bytes and malloc_free_bytes: {problem}");
        _isMallocSaid = true;
    }

    private void TellPaced(PacedMetric paced)
    {
        if (_told.Add(paced.Metric))
            _share.TellPaced(paced, _metrics.ProcessId);
    }
}
