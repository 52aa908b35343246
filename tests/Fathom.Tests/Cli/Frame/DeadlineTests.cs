using Fathom.Cli.Frame;
using Xunit;

namespace Fathom.Tests.Cli.Frame;

public sealed class DeadlineTests
{
    private static readonly TimeSpan s_short = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan s_long = TimeSpan.FromHours(1);
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    [Fact]
    public void A_cancellation_that_blocks_for_ever_does_not_keep_the_process()
    {
        using ManualResetEventSlim isEnded = new(), never = new();
        using Deadline deadline = new(s_short, s_short, isEnded.Set);
        using CancellationTokenRegistration blocks = deadline.Soon.UnsafeRegister(_ => never.Wait(), null);

        deadline.Begin();

        bool ended = isEnded.Wait(s_patience, TestContext.Current.CancellationToken);
        // Disposing the registration waits for what it calls.
        never.Set();
        Assert.True(ended);
    }

    [Fact]
    public void A_cancellation_that_fails_does_not_keep_the_process_nor_the_other_cancellations()
    {
        using ManualResetEventSlim isEnded = new(), isCancelled = new();
        using Deadline deadline = new(s_short, s_short, isEnded.Set);
        using CancellationTokenRegistration other = deadline.Soon.Register(isCancelled.Set);
        using CancellationTokenRegistration fails = deadline.Soon.Register(static () => throw new InvalidOperationException("it cannot"));

        deadline.Begin();

        Assert.True(isEnded.Wait(s_patience, TestContext.Current.CancellationToken));
        Assert.True(isCancelled.Wait(s_patience, TestContext.Current.CancellationToken));
    }

    [Fact]
    public void What_has_ended_is_neither_cancelled_nor_ended()
    {
        int ends = 0;
        Deadline deadline = new(s_long, s_long, () => ends++);

        deadline.Begin();
        deadline.Dispose();

        Assert.False(deadline.Soon.IsCancellationRequested);
        Assert.Equal(0, ends);
    }
}
