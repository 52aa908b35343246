using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Metrics;

namespace Fathom.Capture.Triggers;

/// <summary>Waits for the first of several things that may happen in a process.</summary>
internal sealed class TriggerWatch : IDisposable
{
    private readonly ProcessMetrics _life;
    private readonly List<ITriggerCondition> _conditions = [];
    private readonly List<ITriggerCondition> _own = [];

    /// <summary>Begins to look. What needs events waits for a session with <see cref="Consumers"/>.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="awaited">What is waited for.</param>
    /// <param name="dac">Folder or file of the data access library (DAC) that the user named, or null.</param>
    /// <param name="more">A further condition, which is not disposed of; null for none.</param>
    /// <exception cref="FathomException">There is no such process, or its managed heap cannot be looked at.</exception>
    public TriggerWatch(int processId, AwaitedConditions awaited, string? dac, ITriggerCondition? more = null)
    {
        _life = new ProcessMetrics(processId, []);
        try
        {
            if (awaited.Metrics.Count > 0)
                _own.Add(new MetricsMet(processId, awaited.Metrics, awaited.Lasting, dac));
            if (awaited.Exceptions.Count > 0)
                _own.Add(new ExceptionThrownCondition(processId, awaited.Exceptions));
            if (awaited.Pauses.Count > 0)
                _own.Add(new PauseMet(processId, awaited.Pauses));
            if (awaited.Requests.Count > 0)
                _own.Add(new RequestMet(awaited.Requests));
            if (awaited.Markers.Count > 0)
                _own.Add(new MarkerMet(processId, awaited.Markers));
            if (awaited.Unresponsive)
                _own.Add(new PoolStuck(awaited.Lasting));
            _conditions.AddRange(_own);
            if (more is not null)
                _conditions.Add(more);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Who needs events of the runtime.</summary>
    public IReadOnlyList<EventConsumer> Consumers => [.. _conditions.Select(static condition => condition.Consumer).OfType<EventConsumer>()];

    /// <summary>How often it looks where nothing signals.</summary>
    public TimeSpan Interval => _conditions.Min(static condition => condition.Interval);

    /// <summary>What a reader must know where nothing happened.</summary>
    public IEnumerable<string> Unmet => _conditions.SelectMany(static condition => condition.Unmet);

    /// <summary>Waits. What happened before does not count.</summary>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>What happened; null when the process has ended before.</returns>
    public TriggerCause? Wait(CancellationToken stop)
    {
        foreach (ITriggerCondition condition in _conditions)
            condition.Reset();
        WaitHandle[] signals = [stop.WaitHandle, .. _conditions.Select(static condition => condition.Signal).OfType<WaitHandle>()];
        TimeSpan interval = Interval;
        double[] none = new double[MetricCatalog.Count];
        while (true)
        {
            foreach (ITriggerCondition condition in _conditions)
            {
                if (condition.Look(Stopwatch.GetTimestamp(), stop) is { } cause)
                    return cause;
            }

            if (!_life.Sample(none))
                return null;
            WaitHandle.WaitAny(signals, interval);
            stop.ThrowIfCancellationRequested();
        }
    }

    /// <summary>Lets go what is held until something was done.</summary>
    public void Release()
    {
        foreach (ITriggerCondition condition in _conditions)
            condition.Release();
    }

    public void Dispose()
    {
        foreach (ITriggerCondition condition in _own)
            condition.Dispose();
        _life.Dispose();
    }
}
