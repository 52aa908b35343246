using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Metrics;

namespace Fathom.Capture.Top;

/// <summary>A process that is looked at again and again: by files of /proc, and by an event session where its runtime has one.</summary>
internal sealed class TopProcess : IDisposable
{
    // Reading the figures of a control group makes the kernel add them up.
    private const int LooksPerLimit = 5;

    private readonly ProcessMetrics _metrics;
    private readonly ThreadUses _threads;
    private readonly double[] _values = new double[MetricCatalog.Count];
    private long _at;
    private long _pausedNs;
    private bool _hadRate;
    private double? _limit;
    private int _looks;

    private TopProcess(ProcessFacts facts, ProcessMetrics metrics, bool withEvents)
    {
        (Facts, _metrics, _threads) = (facts, metrics, new ThreadUses(facts.Pid));
        Link = withEvents && facts.RuntimeVersion is not (null or ProcessFacts.NativeAot) ? new RateLink(facts.Pid) : null;
    }

    /// <summary>What is known of it.</summary>
    public ProcessFacts Facts { get; }

    /// <summary>Its event session; null for none.</summary>
    public RateLink? Link { get; }

    /// <summary>What its threads did before the last look.</summary>
    public IReadOnlyList<ThreadUse> Uses { get; private set; } = [];

    /// <summary>The time that <see cref="Uses"/> is about.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <summary>Begins to look; null where it has ended already.</summary>
    public static TopProcess? Begin(ProcessFacts facts, bool withEvents)
    {
        try
        {
            return new TopProcess(facts, new ProcessMetrics(facts.Pid, [MetricCatalog.CpuPercent, MetricCatalog.RssBytes]), withEvents);
        }
        catch (FathomException)
        {
            return null;
        }
    }

    /// <summary>Looks at it; null where it has ended. The first look has no figures of a time.</summary>
    /// <param name="withStates">Whether states of threads are read.</param>
    public TopRow? Look(bool withStates)
    {
        if (!_metrics.Sample(_values))
            return null;
        long now = Stopwatch.GetTimestamp();
        Elapsed = _at == 0 ? TimeSpan.Zero : Stopwatch.GetElapsedTime(_at, now);
        _at = now;
        Uses = _threads.Look(withStates);
        if (_looks++ % LooksPerLimit == 0)
            _limit = MemoryLimit.UsedPercent(Facts.Pid);
        double ns = Elapsed.TotalNanoseconds;
        bool knowsReady = Uses.Count > 0 && Uses.All(static use => use.ReadyNs is not null);
        return OfRuntime(
            new TopRow(Facts)
            {
                CpuPercent = Known(_values[MetricCatalog.CpuPercent.Place]),
                ReadyPercent = knowsReady && ns > 0 ? 100.0 * Uses.Sum(static use => use.ReadyNs!.Value) / ns : null,
                RssBytes = (long?)Known(_values[MetricCatalog.RssBytes.Place]),
                LimitPercent = _limit,
                Threads = (long?)Known(_values[MetricCatalog.Threads.Place]),
                WaitingThreads = Uses.Count > 0 ? Uses.Count(static use => use.CpuNs == 0) : null,
            },
            ns);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Link?.Dispose();
        _threads.Dispose();
        _metrics.Dispose();
    }

    private static double? Known(double value) => double.IsNaN(value) ? null : value;

    private TopRow OfRuntime(TopRow row, double ns)
    {
        RuntimeRate? latest = Link?.Latest;
        (long pausedBefore, bool hadBefore) = (_pausedNs, _hadRate);
        _hadRate = latest is not null;
        if (latest is not { } rate)
            return row;
        _pausedNs = rate.PausedNs;
        return row with
        {
            GcPercent = hadBefore && ns > 0 ? Math.Min(100, 100.0 * (rate.PausedNs - pausedBefore) / ns) : null,
            AllocatedBytes = Known(rate.AllocatedBytes),
            PoolQueue = (long?)Known(rate.PoolQueue),
            PoolThreads = (long?)Known(rate.PoolThreads),
            Requests = Known(rate.Requests),
            Exceptions = Known(rate.Exceptions),
        };
    }
}
