using System.Diagnostics.Tracing;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>
/// Watches the runtime's own events about tiered compilation, so that the end of the warm-up is seen instead of assumed: keyword Compilation (0x1000000000),
/// events 280 to 284 of the provider Microsoft-Windows-DotNETRuntime (docs "Runtime provider events": TieredCompilation*).
/// </summary>
public sealed class TierWatch : EventListener
{
    private const EventKeywords Compilation = (EventKeywords)0x1000000000;

    private long _paused;
    private long _started;
    private long _stopped;
    private volatile int _pending;

    /// <summary>Whether tiered compilation has nothing to do now: what was started is finished, and nothing waits.</summary>
    public bool IsIdle => Volatile.Read(ref _started) == Volatile.Read(ref _stopped) && _pending == 0;

    /// <summary>Background compilations that were finished.</summary>
    public long FinishedCount => Volatile.Read(ref _stopped);

    /// <summary>Times that the runtime put off tier 1, because methods were still being called for the first time.</summary>
    public long PausedCount => Volatile.Read(ref _paused);

    /// <inheritdoc/>
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "Microsoft-Windows-DotNETRuntime")
            EnableEvents(eventSource, EventLevel.Informational, Compilation);
    }

    /// <inheritdoc/>
    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        switch (eventData.EventName)
        {
            case "TieredCompilationPause":
                Interlocked.Increment(ref _paused);
                break;
            case "TieredCompilationBackgroundJitStart":
                _pending = Pending(eventData);
                Interlocked.Increment(ref _started);
                break;
            case "TieredCompilationBackgroundJitStop":
                _pending = Pending(eventData);
                Interlocked.Increment(ref _stopped);
                break;
        }
    }

    private static int Pending(EventWrittenEventArgs eventData)
    {
        int at = eventData.PayloadNames?.IndexOf("PendingMethodCount") ?? -1;
        return at >= 0 && eventData.Payload?[at] is uint count ? (int)count : 0;
    }
}
