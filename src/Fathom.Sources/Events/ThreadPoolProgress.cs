using System.Diagnostics;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>
/// Whether a thread pool gets on: when it last finished a work item, and whether work waits. It looks at the pool's counters, which a thread of
/// their own writes, and costs the target nothing per work item; it is exact to one second.
/// </summary>
public sealed class ThreadPoolProgress : EventConsumerGroup
{
    private readonly Lock _gate = new();
    private readonly long _startedAt = Stopwatch.GetTimestamp();
    private long _finishedAt;
    private long _heardAt;
    private double _queueLength = double.NaN;

    /// <summary>Asks for the counters each second.</summary>
    public ThreadPoolProgress() => Include(new CounterConsumer(TimeSpan.FromSeconds(1), OnCounter));

    /// <summary>
    /// Time since a work item was finished, or since this was made where none was. It says nothing where no work waits: see <see cref="QueueLength"/>.
    /// </summary>
    public TimeSpan SinceFinished => Since(ref _finishedAt);

    /// <summary>Time since the runtime told anything, or since this was made. A runtime that is stopped as a whole is silent.</summary>
    public TimeSpan SinceHeard => Since(ref _heardAt);

    /// <summary>Work items that wait; <see cref="double.NaN"/> before the runtime has told.</summary>
    public double QueueLength
    {
        get
        {
            lock (_gate)
                return _queueLength;
        }
    }

    private TimeSpan Since(ref long moment)
    {
        lock (_gate)
            return Stopwatch.GetElapsedTime(moment == 0 ? _startedAt : moment);
    }

    private void OnCounter(in EventOrigin origin, in CounterValue counter)
    {
        lock (_gate)
        {
            _heardAt = Stopwatch.GetTimestamp();
            if (counter.Name is "threadpool-completed-items-count" && counter.Value > 0)
                _finishedAt = _heardAt;
            else if (counter.Name is "threadpool-queue-length")
                _queueLength = counter.Value;
        }
    }
}
