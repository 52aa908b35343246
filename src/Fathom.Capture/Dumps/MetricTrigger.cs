using System.Diagnostics;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;

namespace Fathom.Capture.Dumps;

/// <summary>Waits until the metrics of a process have met one of some conditions for long enough.</summary>
internal sealed class MetricTrigger : IDisposable
{
    // A look reads some small files; one at the managed heap costs this process more, and the other none.
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan s_managedInterval = TimeSpan.FromSeconds(1);

    private readonly IReadOnlyList<MetricCondition> _conditions;
    private readonly TimeSpan _lasting;
    private readonly ProcessMetrics _metrics;
    private readonly ManagedMetrics? _managed;
    private readonly double[] _values = new double[MetricCatalog.Count];

    /// <summary>Begins to look at a process.</summary>
    /// <exception cref="Model.FathomException">There is no such process, or its managed heap cannot be looked at.</exception>
    public MetricTrigger(int processId, IReadOnlyList<MetricCondition> conditions, TimeSpan lasting, string? dac)
    {
        _conditions = conditions;
        _lasting = lasting;
        _metrics = new ProcessMetrics(processId, conditions.SelectMany(static condition => condition.Metrics));
        try
        {
            _managed = conditions.SelectMany(static condition => condition.Metrics).Any(ManagedMetrics.Has) ? new ManagedMetrics(processId, dac) : null;
        }
        catch
        {
            _metrics.Dispose();
            throw;
        }
    }

    /// <summary>Waits.</summary>
    /// <param name="stop">Cancels it.</param>
    /// <returns>What happened; null when the process has ended before.</returns>
    public DumpCause? Wait(CancellationToken stop)
    {
        LastingCondition[] lasting = [.. _conditions.Select(_ => new LastingCondition(_lasting))];
        while (Sample(stop))
        {
            long now = Stopwatch.GetTimestamp();
            for (int i = 0; i < lasting.Length; i++)
            {
                if (lasting[i].Update(_conditions[i].Holds(_values), now))
                    return new DumpCause($"{_conditions[i].Text} ({_conditions[i].Evidence(_values)})", now);
            }

            stop.WaitHandle.WaitOne(_managed is null ? s_interval : s_managedInterval);
            stop.ThrowIfCancellationRequested();
        }

        return null;
    }

    public void Dispose()
    {
        _managed?.Dispose();
        _metrics.Dispose();
    }

    private bool Sample(CancellationToken stop)
    {
        if (!_metrics.Sample(_values))
            return false;
        try
        {
            _managed?.Sample(_values, stop);
            return true;
        }
        catch (Model.FathomException) when (!_metrics.Sample(_values))
        {
            return false;
        }
    }
}
