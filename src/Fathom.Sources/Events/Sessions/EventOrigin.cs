using Fathom.Formats.NetTrace;

namespace Fathom.Sources.Events.Sessions;

/// <summary>When and where an event happened. Valid until it has been handled.</summary>
public readonly ref struct EventOrigin
{
    private readonly NetTraceEvent _event;

    internal EventOrigin(in NetTraceEvent at) => _event = at;

    /// <summary>Time in ns of the target's CLOCK_MONOTONIC, the clock of <see cref="System.Diagnostics.Stopwatch"/> on the same machine.</summary>
    public long MonotonicNs => _event.Trace.Nanoseconds(_event.Header.Ticks);

    /// <summary>Time by the calendar, by the target's two clocks at the start of the session.</summary>
    public DateTime Utc => _event.Trace.Utc(_event.Header.Ticks);

    /// <summary>Number of the thread, as the target's own PID namespace has it.</summary>
    public long ThreadId => (long)_event.Header.ThreadId;

    /// <summary>The activity that it belongs to; empty for none.</summary>
    public Guid ActivityId => _event.Header.ActivityId;

    /// <summary>The thread's call stack; empty where the runtime took none.</summary>
    public StackAddresses Stack => _event.Stack;
}
