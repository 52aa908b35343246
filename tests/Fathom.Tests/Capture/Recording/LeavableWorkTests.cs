using Fathom.Capture.Recording;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

public sealed class LeavableWorkTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    [Fact]
    public void Work_that_does_not_end_is_left_when_the_process_must_end()
    {
        using CancellationTokenSource soon = new();
        using ManualResetEventSlim never = new();

        bool isDone = LeavableWork.TryDo(
            () =>
            {
                soon.Cancel();
                never.Wait();
            },
            TimeSpan.Zero,
            soon.Token);

        never.Set();
        Assert.False(isDone);
    }

    [Fact]
    public void Work_that_ends_by_itself_within_the_grace_is_done()
    {
        using CancellationTokenSource soon = new();

        Assert.True(LeavableWork.TryDo(soon.Cancel, s_patience, soon.Token));
    }

    [Fact]
    public void Work_that_was_cancelled_is_not_done()
    {
        using CancellationTokenSource soon = new();

        bool isDone = LeavableWork.TryDo(
            () =>
            {
                soon.Cancel();
                soon.Token.ThrowIfCancellationRequested();
            },
            s_patience,
            soon.Token);

        Assert.False(isDone);
    }

    [Fact]
    public void What_fails_is_thrown_as_it_is() =>
        Assert.Throws<InvalidOperationException>(() => LeavableWork.TryDo(static () => throw new InvalidOperationException("it cannot"), s_patience, CancellationToken.None));
}
