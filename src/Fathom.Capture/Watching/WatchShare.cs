using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;

namespace Fathom.Capture.Watching;

/// <summary>What the samplers of one watch share: how often costly files are read, what was said of that, and figures of the machine.</summary>
/// <param name="noted">Told what samples will lack.</param>
public sealed class WatchShare(Action<string> noted)
{
    // An average of ten seconds; all processes of a sample have the same.
    private static readonly TimeSpan s_pressureLasts = TimeSpan.FromMilliseconds(100);

    private readonly HashSet<ProcessMetric> _told = [];
    private double _pressure = double.NaN;
    private long _pressureAt;

    /// <summary>The processes whose files are read.</summary>
    internal ReadShare Reads { get; } = new(TimeProvider.System);

    /// <summary>Told what samples will lack.</summary>
    internal Action<string> Noted => noted;

    /// <summary>Says that a metric is read less often than samples are taken: of one process, or once of all where it is because there are many.</summary>
    internal void TellPaced(PacedMetric paced, int processId)
    {
        if (paced.Others == 0 || _told.Add(paced.Metric))
            noted(Note(paced, processId));
    }

    /// <summary>The share of the last ten seconds in which at least one task waited for memory, in percent; "not a number" where the kernel does not tell.</summary>
    internal double MemoryPressure()
    {
        if (_pressureAt != 0 && Stopwatch.GetElapsedTime(_pressureAt) < s_pressureLasts)
            return _pressure;
        _pressure = ReadPressure();
        _pressureAt = Stopwatch.GetTimestamp();
        return _pressure;
    }

    internal static string Note(PacedMetric paced, int processId)
    {
        string metric = paced.Metric.Name;
        double seconds = Math.Ceiling(paced.Pause.TotalSeconds);
        return paced.Others > 0
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{paced.Others + 1} processes are watched, so {metric} of each is read about every {seconds:0} s, which "
                + $"takes {100.0 / ReadShare.Part:0.##} % of a processor for all; samples in between have no value of it")
            : string.Create(
                CultureInfo.InvariantCulture,
                $"reading {metric} of process {processId} takes {paced.Cost.TotalMilliseconds:0} ms, so it is read every {seconds:0} s at most; samples in between have no value of it");
    }

    // "some avg10=0.00 …"; a kernel without it has no such file.
    private static double ReadPressure()
    {
        const string path = "/proc/pressure/memory", start = "some avg10=";
        try
        {
            string text = RegularFile.ReadAllText(path);
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
