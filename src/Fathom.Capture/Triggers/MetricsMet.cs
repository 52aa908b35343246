using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Metrics;

namespace Fathom.Capture.Triggers;

/// <summary>Metrics of a process have met one of some conditions for long enough.</summary>
internal sealed class MetricsMet : ITriggerCondition
{
    // A look reads some small files; one at the managed heap costs this process more, and the other none.
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan s_managedInterval = TimeSpan.FromSeconds(1);

    // Programs tell no more often.
    private static readonly TimeSpan s_ownInterval = TimeSpan.FromSeconds(1);

    private readonly IReadOnlyList<MetricCondition> _conditions;
    private readonly TimeSpan _lasting;
    private readonly ProcessMetrics _metrics;
    private readonly ManagedMetrics? _managed;
    private readonly OwnFigures? _own;
    private readonly double[] _values;
    private LastingCondition[] _held;

    /// <summary>Begins to look at a process.</summary>
    /// <exception cref="FathomException">There is no such process, or its managed heap cannot be looked at.</exception>
    public MetricsMet(int processId, IReadOnlyList<MetricCondition> conditions, TimeSpan lasting, string? dac)
    {
        _conditions = conditions;
        _lasting = lasting;
        _held = Begin();
        ProcessMetric[] wanted = [.. conditions.SelectMany(static condition => condition.Metrics).Distinct()];
        ProcessMetric[] own = [.. wanted.Where(static metric => metric.Own is not null)];
        _own = own.Length > 0 ? new OwnFigures(s_ownInterval, own) : null;
        _values = new double[MetricCatalog.Count + own.Length];
        _metrics = new ProcessMetrics(processId, wanted);
        try
        {
            _managed = wanted.Any(ManagedMetrics.Has) ? new ManagedMetrics(processId, dac) : null;
        }
        catch
        {
            _metrics.Dispose();
            throw;
        }
    }

    public TimeSpan Interval => _managed is null ? s_interval : s_managedInterval;

    public WaitHandle? Signal => null;

    public EventConsumer? Consumer => _own;

    public IReadOnlyList<string> Unmet => _own is null ? [] : [.. _own.Untold.Select(static metric => $"The program reported no value of '{metric.Name}'."), .. _own.TakeProblems()];

    public void Reset()
    {
        _held = Begin();
        // The mean of a pause would say nothing of now.
        _metrics.Restart();
        _own?.Clear();
    }

    public TriggerCause? Look(long timestamp, CancellationToken stop)
    {
        if (!Sample(stop))
            return null;
        TriggerCause? cause = null;
        for (int i = 0; i < _held.Length; i++)
        {
            if (_held[i].Update(_conditions[i].Holds(_values), timestamp))
                cause ??= new TriggerCause($"{_conditions[i].Text} ({_conditions[i].Evidence(_values)})", timestamp);
        }

        return cause;
    }

    public void Dispose()
    {
        _managed?.Dispose();
        _metrics.Dispose();
    }

    private LastingCondition[] Begin() => [.. _conditions.Select(_ => new LastingCondition(_lasting))];

    private bool Sample(CancellationToken stop)
    {
        if (!_metrics.Sample(_values))
            return false;
        try
        {
            _managed?.Sample(_values, stop);
            _own?.CopyTo(_values);
            return true;
        }
        catch (FathomException) when (!_metrics.Sample(_values))
        {
            return false;
        }
    }
}
