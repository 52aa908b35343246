using System.Globalization;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Capture.Triggers;

/// <summary>Work waits in the thread pool, and none was finished for some time; or the runtime tells nothing any more.</summary>
internal sealed class PoolStuck : ITriggerCondition
{
    // The runtime tells each second; a busy machine makes it late.
    private static readonly TimeSpan s_silence = TimeSpan.FromSeconds(5);

    private readonly TimeSpan _lasting;
    private readonly ThreadPoolProgress _progress = new();
    private readonly LastingCondition _waits;

    /// <summary>Waits for a pool that finishes nothing.</summary>
    public PoolStuck(TimeSpan lasting)
    {
        _lasting = lasting;
        _waits = new LastingCondition(lasting);
    }

    public EventConsumer Consumer => _progress;

    public TimeSpan Interval => TimeSpan.FromMilliseconds(250);

    public WaitHandle? Signal => null;

    public void Reset() => _waits.Update(false, 0);

    public TriggerCause? Look(long timestamp, CancellationToken stop)
    {
        if (_progress.SinceHeard > _lasting + s_silence)
            return new TriggerCause($"unresponsive (the runtime has reported nothing for {Seconds(_progress.SinceHeard)} s)", timestamp);
        bool waits = _progress.QueueLength > 0;
        return _waits.Update(waits && _progress.SinceFinished > TimeSpan.FromSeconds(1), timestamp) && _progress.SinceFinished >= _lasting
            ? new TriggerCause($"unresponsive (no work item has completed for {Seconds(_progress.SinceFinished)} s, {_progress.QueueLength:0} wait)", timestamp)
            : null;
    }

    public void Dispose()
    {
    }

    private static string Seconds(TimeSpan time) => time.TotalSeconds.ToString("0.#", CultureInfo.InvariantCulture);
}
