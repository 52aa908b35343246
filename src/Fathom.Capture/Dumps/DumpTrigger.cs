using System.Diagnostics;
using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Metrics;

namespace Fathom.Capture.Dumps;

/// <summary>Waits for the first of several things that lead to a dump of one process.</summary>
internal sealed class DumpTrigger : IDisposable
{
    private readonly ProcessMetrics _life;
    private readonly List<IDumpCondition> _conditions = [];
    private readonly DumpEvents? _events;

    /// <summary>Begins to look and to listen.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="schedule">What is waited for.</param>
    /// <param name="dac">Folder or file of the data access library (DAC) that the user named, or null.</param>
    /// <param name="held">What holds the threads that throw; it is not disposed of. Null where they go on.</param>
    /// <param name="noted">Told each sentence that a reader must know.</param>
    /// <param name="stop">Cancels the beginning.</param>
    /// <exception cref="FathomException">There is no such process, or it does not tell what is asked for.</exception>
    public DumpTrigger(int processId, DumpSchedule schedule, string? dac, ThrowHeld? held, Action<string> noted, CancellationToken stop)
    {
        _life = new ProcessMetrics(processId, []);
        try
        {
            if (schedule.Metrics.Count > 0)
                _conditions.Add(new MetricsMet(processId, schedule.Metrics, schedule.Lasting, dac));
            if (held is not null)
                _conditions.Add(held);
            else if (schedule.Exceptions.Count > 0)
                _conditions.Add(new ExceptionThrownCondition(processId, schedule.Exceptions));
            if (schedule.Unresponsive)
                _conditions.Add(new PoolStuck(schedule.Lasting));
            EventConsumer[] consumers = [.. _conditions.Select(static condition => condition.Consumer).OfType<EventConsumer>()];
            _events = consumers.Length > 0 ? DumpEvents.Start(processId, consumers, stop) : DumpEvents.TryStart(processId, noted, stop);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>The counters of the runtime; null where it tells none.</summary>
    public RuntimeMetrics? Counters => _events?.Counters;

    /// <summary>What a reader must know where there was no dump.</summary>
    public IEnumerable<string> Unmet => _conditions.SelectMany(static condition => condition.Unmet);

    /// <summary>Waits. What happened before does not count.</summary>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>What happened; null when the process has ended before.</returns>
    public DumpCause? Wait(CancellationToken stop)
    {
        foreach (IDumpCondition condition in _conditions)
            condition.Reset();
        WaitHandle[] signals = [stop.WaitHandle, .. _conditions.Select(static condition => condition.Signal).OfType<WaitHandle>()];
        TimeSpan interval = _conditions.Min(static condition => condition.Interval);
        double[] none = new double[Model.Metrics.MetricCatalog.Count];
        while (true)
        {
            foreach (IDumpCondition condition in _conditions)
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

    /// <summary>Lets go what is held for a dump that has been written.</summary>
    public void Release()
    {
        foreach (IDumpCondition condition in _conditions)
            condition.Release();
    }

    public void Dispose()
    {
        _events?.Dispose();
        foreach (IDumpCondition condition in _conditions)
        {
            if (condition is not ThrowHeld)
                condition.Dispose();
        }

        _life.Dispose();
    }
}
