using System.Globalization;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Capture.Triggers;

/// <summary>An event of the runtime meets a condition. It arrives some 0.1 s late; threads run on meanwhile.</summary>
internal abstract class EventMet : ITriggerCondition
{
    private readonly AutoResetEvent _signal = new(false);
    private TriggerCause? _cause;

    public abstract EventConsumer Consumer { get; }

    public virtual TimeSpan Interval => TimeSpan.FromSeconds(1);

    public WaitHandle Signal => _signal;

    public abstract IReadOnlyList<string> Unmet { get; }

    public void Reset() => Interlocked.Exchange(ref _cause, null);

    public virtual TriggerCause? Look(long timestamp, CancellationToken stop) => Interlocked.Exchange(ref _cause, null);

    public void Dispose() => _signal.Dispose();

    /// <summary>It has happened; the first of several counts. The thread of the session calls it.</summary>
    protected void Met(TriggerCause cause)
    {
        if (Interlocked.CompareExchange(ref _cause, cause, null) is null)
            _signal.Set();
    }

    /// <summary>A time for people.</summary>
    protected static string Milliseconds(long ns) => string.Create(CultureInfo.InvariantCulture, $"{ns / 1e6:#,##0.0##} ms");
}
