using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Sources.Events;

namespace Fathom.Capture.Dumps;

/// <summary>Waits for the first of several things that lead to a dump of one process.</summary>
internal sealed class DumpTrigger : IDisposable
{
    private readonly TriggerWatch _watch;
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
        _watch = new TriggerWatch(processId, held is null ? schedule.When : schedule.When with { Exceptions = [] }, dac, held);
        try
        {
            _events = _watch.Consumers.Count > 0 ? DumpEvents.Start(processId, _watch.Consumers, stop) : DumpEvents.TryStart(processId, noted, stop);
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
    public IEnumerable<string> Unmet => _watch.Unmet;

    /// <summary>Waits. What happened before does not count.</summary>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>What happened; null when the process has ended before.</returns>
    public TriggerCause? Wait(CancellationToken stop) => _watch.Wait(stop);

    /// <summary>Lets go what is held for a dump that has been written.</summary>
    public void Release() => _watch.Release();

    public void Dispose()
    {
        _events?.Dispose();
        _watch.Dispose();
    }
}
