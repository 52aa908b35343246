using System.Globalization;
using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;
using Fathom.Sources.Processes;

namespace Fathom.Capture.Watching;

/// <summary>Metrics of a process from files of /proc and from what its runtime tells: the process is not stopped, and no ptrace is used.</summary>
public sealed class ProcessSampler : IMetricSampler
{
    private static readonly int s_pressure = WatchMetrics.PlaceOf("machine_memory_pressure_percent");

    private readonly ProcessMetrics _metrics;
    private readonly RuntimeLink? _runtime;
    private readonly Action<string> _noted;
    private readonly HashSet<ProcessMetric> _told = [];

    private ProcessSampler(ProcessMetrics metrics, RuntimeLink? runtime, Action<string> noted)
    {
        _metrics = metrics;
        _runtime = runtime;
        _noted = noted;
    }

    /// <summary>Begins to read; null when the process has ended already.</summary>
    /// <param name="process">The process.</param>
    /// <param name="interval">How often samples will be taken.</param>
    /// <param name="noted">Told what the samples will lack.</param>
    public static IMetricSampler? Begin(ProcessFacts process, TimeSpan interval, Action<string> noted)
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

        RuntimeLink? runtime = process.RuntimeVersion is null ? null : new RuntimeLink(process.Pid, interval, noted);
        return new ProcessSampler(metrics, runtime, noted);
    }

    /// <inheritdoc/>
    public bool Sample(Span<double> values)
    {
        values.Fill(double.NaN);
        if (!_metrics.Sample(values))
            return false;
        _runtime?.CopyTo(values);
        values[s_pressure] = Pressure();
        TellPaced();
        return true;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _runtime?.Dispose();
        _metrics.Dispose();
    }

    private void TellPaced()
    {
        if (!_metrics.IsPaced)
            return;
        foreach (PacedMetric paced in _metrics.Paced)
        {
            if (_told.Add(paced.Metric))
                _noted(PaceNote(paced, _metrics.ProcessId));
        }
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
