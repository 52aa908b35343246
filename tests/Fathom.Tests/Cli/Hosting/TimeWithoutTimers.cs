namespace Fathom.Tests.Cli.Hosting;

/// <summary>The clock of the machine, whose timers never fire: nothing is said only because a test took long.</summary>
internal sealed class TimeWithoutTimers : TimeProvider
{
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) => new IdleTimer();

    private sealed class IdleTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => default;
    }
}
