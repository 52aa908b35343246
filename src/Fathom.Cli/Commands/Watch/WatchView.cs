using System.Globalization;
using Fathom.Capture.Watching;
using Fathom.Model.Metrics;
using Fathom.Model.Results;
using Fathom.Render.Live;

namespace Fathom.Cli.Commands.Watch;

/// <summary>Shows a watch while it runs: a table that is drawn again on a terminal, otherwise one plain line for each process and sample.</summary>
/// <param name="error">Standard error.</param>
/// <param name="table">The table; null for plain lines.</param>
/// <param name="metrics">The metrics, in the order of the values.</param>
/// <param name="start">The time of time stamp 0.</param>
internal sealed class WatchView(TextWriter error, LiveTable? table, IReadOnlyList<ResultColumn> metrics, DateTimeOffset start) : IWatchObserver
{
    private const int MostRows = 24;

    private static readonly string[] s_tableMetrics =
        [
            "rss_bytes", "rss_anon_bytes", "rss_file_bytes", "rss_shmem_bytes", "swap_bytes", "cgroup_cache_bytes", "managed_bytes", "gen2_bytes",
            "loh_bytes", "gc_handles", "threads", "fds", "vmas", "cpu_percent",
        ];

    private static readonly string[] s_lineMetrics = ["rss_bytes", "rss_anon_bytes", "managed_bytes", "threads", "fds", "cpu_percent"];

    // Commands tell of their end on any thread.
    private readonly Lock _gate = new();
    private readonly Dictionary<WatchedProcess, WatchMeter[]> _meters = new(ReferenceEqualityComparer.Instance);
    private readonly List<string> _lines = [];

    public void Began(WatchedProcess process)
    {
        _meters.Add(process, [.. metrics.Select(static metric => new WatchMeter(metric))]);
        if (process.ProcessId > 1)
            Say($"watching {NameOf(process)}");
    }

    public void Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values)
    {
        WatchMeter[] meters = _meters[process];
        for (int i = 0; i < meters.Length; i++)
            meters[i].Add(values[i]);
        if (table is null)
        {
            IEnumerable<WatchMeter> shown = Shown(meters, s_lineMetrics).Where(static meter => !meter.IsOld);
            Say($"{Time(tsNs)} {NameOf(process)}: {string.Join(", ", shown.Select(static meter => meter.Short()))}");
        }
    }

    public void Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types)
    {
        // Too many to show; the verdict has those that grow.
    }

    public void Ended(WatchedProcess process, long tsNs, string why)
    {
        Say($"{Time(tsNs)} {NameOf(process)} has ended: {why}");
        _meters.Remove(process);
    }

    public void RoundEnded(long tsNs)
    {
        if (table is null)
            return;
        bool hasOld = false;
        _lines.Clear();
        _lines.Add($"watching for {TimeSpan.FromTicks(tsNs / TimeSpan.NanosecondsPerTick):hh\\:mm\\:ss}; Ctrl-C ends it with a verdict");
        foreach ((WatchedProcess process, WatchMeter[] meters) in _meters)
        {
            _lines.Add($"{NameOf(process),-26}{"now",12}{"change",12}");
            WatchMeter[] shown = [.. Shown(meters, s_tableMetrics)];
            _lines.AddRange(shown.Select(static meter => meter.Row()));
            hasOld |= Array.Exists(shown, static meter => meter.IsOld);
        }

        if (hasOld)
            _lines.Insert(1, "(in brackets: from an earlier sample, because not every sample has this value)");

        lock (_gate)
            table.Draw(_lines.Count <= MostRows ? _lines : _lines[..MostRows]);
    }

    /// <summary>Says a line above what is drawn. Any thread may.</summary>
    public void Say(string line)
    {
        lock (_gate)
        {
            table?.Leave();
            error.WriteLine(line);
        }
    }

    /// <summary>Removes what is drawn.</summary>
    public void Leave()
    {
        lock (_gate)
            table?.Leave();
    }

    private IEnumerable<WatchMeter> Shown(WatchMeter[] meters, string[] names)
    {
        for (int i = 0; i < meters.Length; i++)
        {
            if (meters[i].HasValue && (names.Contains(metrics[i].Name) || OwnMetric.Is(metrics[i].Name)))
                yield return meters[i];
        }
    }

    private static string NameOf(WatchedProcess process) => string.Create(CultureInfo.InvariantCulture, $"{process.Facts.Name} ({process.Facts.Pid})");

    private string Time(long tsNs) => start.AddTicks(tsNs / TimeSpan.NanosecondsPerTick).UtcDateTime.ToString("HH:mm:ss", CultureInfo.InvariantCulture);
}
