using System.Diagnostics;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Metrics;

/// <summary>What a runtime does in a second, for a reader on any thread: by its counters once a second, and by the pauses of its collections.</summary>
public sealed class RuntimeRates : EventConsumerGroup
{
    private const string Hosting = "Microsoft.AspNetCore.Hosting";

    private readonly Lock _gate = new();
    private RuntimeRate _rate = RuntimeRate.Unknown;
    private long _heardAt;

    /// <summary>Asks for the counters of the runtime and of ASP.NET Core, and for the begin and end of pauses.</summary>
    public RuntimeRates()
    {
        Include(new CounterConsumer(TimeSpan.FromSeconds(1), OnCounter, CounterConsumer.SystemRuntime, Hosting));
        Include(new GcConsumer { OnPause = OnPause });
    }

    /// <summary>The latest figures, and how long the runtime has been silent; null before it told anything.</summary>
    public (RuntimeRate Rate, TimeSpan Silent)? Latest
    {
        get
        {
            lock (_gate)
                return _heardAt == 0 ? null : (_rate, Stopwatch.GetElapsedTime(_heardAt));
        }
    }

    private void OnCounter(in EventOrigin origin, in CounterValue counter)
    {
        double value = counter.Value, perSecond = counter.IntervalSeconds > 0 ? counter.Value / counter.IntervalSeconds : double.NaN;
        lock (_gate)
        {
            _heardAt = Stopwatch.GetTimestamp();
            _rate = counter.Name switch
            {
                "alloc-rate" => _rate with { AllocatedBytes = perSecond },
                "exception-count" => _rate with { Exceptions = perSecond },
                "threadpool-thread-count" => _rate with { PoolThreads = value },
                "threadpool-queue-length" => _rate with { PoolQueue = value },
                "requests-per-second" when counter.Provider == Hosting => _rate with { Requests = perSecond },
                _ => _rate,
            };
        }
    }

    private void OnPause(in EventOrigin origin, in GcPause pause)
    {
        lock (_gate)
            _rate = _rate with { PausedNs = _rate.PausedNs + pause.DurationNs };
    }
}
