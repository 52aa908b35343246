namespace Fathom.TestSupport;

/// <summary>A clock that a test moves. Timers fire on the test's thread while it moves.</summary>
public sealed class ManualTime : TimeProvider
{
    private readonly List<ManualTimer> _timers = [];
    private TimeSpan _passed;

    /// <summary>The time at the start: 2026-11-21 10:00:00 UTC.</summary>
    public static DateTimeOffset Start { get; } = new(2026, 11, 21, 10, 0, 0, TimeSpan.Zero);

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => Start + _passed;

    /// <inheritdoc/>
    public override long GetTimestamp() => _passed.Ticks;

    /// <summary>Moves the clock and fires what is due on the way, in steps of a millisecond.</summary>
    public void Advance(TimeSpan by)
    {
        for (TimeSpan end = _passed + by; _passed < end;)
        {
            _passed += TimeSpan.FromMilliseconds(1);
            foreach (ManualTimer timer in _timers.ToArray())
                timer.FireIfDue(_passed);
        }
    }

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        ManualTimer timer = new(this, () => callback(state));
        timer.Change(dueTime, period);
        _timers.Add(timer);
        return timer;
    }

    private sealed class ManualTimer(ManualTime clock, Action fire) : ITimer
    {
        private TimeSpan? _due;
        private TimeSpan _period;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            _due = dueTime == Timeout.InfiniteTimeSpan ? null : clock._passed + dueTime;
            _period = period;
            return true;
        }

        public void FireIfDue(TimeSpan now)
        {
            if (_due is not { } due || now < due)
                return;
            _due = _period > TimeSpan.Zero ? due + _period : null;
            fire();
        }

        public void Dispose() => clock._timers.Remove(this);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
