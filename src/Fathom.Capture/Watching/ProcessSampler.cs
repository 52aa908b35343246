using System.Globalization;
using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;
using Fathom.Sources.Processes;

namespace Fathom.Capture.Watching;

/// <summary>Metrics of a process from files of /proc and from what its garbage collector keeps of itself in memory: the process is not stopped and does nothing for it. Only where it is wished, an event session asks its runtime for more.</summary>
public sealed class ProcessSampler : IMetricSampler
{
    private static readonly int s_pressure = WatchMetrics.PlaceOf("machine_memory_pressure_percent");

    private readonly ProcessMetrics _metrics;
    private readonly ProcessEnding _ending;
    private readonly HeapLink? _heap;
    private readonly RuntimeLink? _events;
    private readonly Action<string> _noted;
    private readonly HashSet<ProcessMetric> _told = [];

    private ProcessSampler(ProcessMetrics metrics, ProcessEnding ending, HeapLink? heap, RuntimeLink? events, Action<string> noted)
    {
        _metrics = metrics;
        _ending = ending;
        _heap = heap;
        _events = events;
        _noted = noted;
    }

    /// <summary>Begins to read; null when the process has ended already.</summary>
    /// <param name="process">The process.</param>
    /// <param name="interval">How often samples will be taken.</param>
    /// <param name="withEvents">Whether an event session asks its runtime for more; the process grows by it.</param>
    /// <param name="noted">Told what the samples will lack.</param>
    public static IMetricSampler? Begin(ProcessFacts process, TimeSpan interval, bool withEvents, Action<string> noted)
    {
        ProcessMetrics metrics;
        try
        {
            metrics = new ProcessMetrics(process.Pid, Enum.GetValues<ProcessMetric>(), TimeProvider.System);
        }
        catch (FathomException)
        {
            return null;
        }

        bool isDotNet = process.RuntimeVersion is not null;
        ProcessEnding ending = ProcessEnding.Begin(process.Pid);
        // What looking for the records touches, and what a session takes at its start, is there before the first sample.
        RuntimeLink? events = isDotNet && withEvents ? new RuntimeLink(process, interval, noted) : null;
        return new ProcessSampler(metrics, ending, isDotNet ? new HeapLink(process, noted) : null, events, noted);
    }

    /// <inheritdoc/>
    public bool Sample(Span<double> values)
    {
        values.Fill(double.NaN);
        if (!_metrics.Sample(values))
            return false;
        _events?.CopyTo(values);
        _heap?.CopyTo(values);
        values[s_pressure] = Pressure();
        TellPaced();
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
        if (!_metrics.IsPaced)
            return;
        foreach (PacedMetric paced in _metrics.Paced)
            TellPaced(paced);
    }

    private void TellPaced(PacedMetric paced)
    {
        if (_told.Add(paced.Metric))
            _noted(PaceNote(paced, _metrics.ProcessId));
    }

    internal static string PaceNote(PacedMetric paced, int processId) => string.Create(
        CultureInfo.InvariantCulture,
        $"reading {MetricCatalog.Of(paced.Metric).Name} of process {processId} takes {paced.Cost.TotalMilliseconds:0} ms, so it is read every {Math.Ceiling(paced.Pause.TotalSeconds):0} s at most; samples in between have no value of it");

    // "some avg10=0.00 …": the share of the last ten seconds in which at least one task waited for memory. A kernel without it has no such file.
    private static double Pressure()
    {
        const string path = "/proc/pressure/memory", start = "some avg10=";
        try
        {
            string text = File.ReadAllText(path);
            int end = text.IndexOf(' ', start.Length);
            return text.StartsWith(start, StringComparison.Ordinal) && end > 0
                ? double.Parse(text.AsSpan(start.Length, end - start.Length), CultureInfo.InvariantCulture)
                : double.NaN;
        }
        catch (Exception none) when (none is IOException or UnauthorizedAccessException or FormatException)
        {
            return double.NaN;
        }
    }
}
