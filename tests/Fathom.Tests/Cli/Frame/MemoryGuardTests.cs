using Fathom.Cli.Frame;
using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Cli.Frame;

/// <summary>A query that takes too much memory is interrupted, and ended where it does not look.</summary>
public sealed class MemoryGuardTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    [Fact]
    public void A_query_that_takes_too_much_is_interrupted_and_ended_when_it_goes_on()
    {
        long used = 100;
        FathomException? ended = null;
        using ManualResetEventSlim overdue = new();
        using MemoryGuard guard = new(
            () => Volatile.Read(ref used),
            1_000,
            failure =>
            {
                ended = failure;
                overdue.Set();
            },
            TestContext.Current.CancellationToken);
        Volatile.Write(ref used, 1_101);

        Assert.True(guard.Stop.WaitHandle.WaitOne(s_patience));
        Assert.True(overdue.Wait(s_patience, TestContext.Current.CancellationToken));
        Assert.Same(guard.Failure, ended);
        Assert.Equal(ExitCode.Partial, ended!.ExitCode);
        Assert.StartsWith("The query needs more memory than it may use: ", ended.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_query_that_stays_below_is_let_be_and_another_reason_stops_it_too()
    {
        int looks = 0;
        using CancellationTokenSource stop = new();
        using MemoryGuard guard = new(
            () =>
            {
                Interlocked.Increment(ref looks);
                return 1_000;
            },
            1_000,
            static _ => Assert.Fail("ended"),
            stop.Token);
        Assert.True(SpinWait.SpinUntil(() => Volatile.Read(ref looks) > 3, s_patience));
        Assert.False(guard.Stop.IsCancellationRequested);
        stop.Cancel();

        Assert.True(guard.Stop.IsCancellationRequested);
        Assert.Null(guard.Failure);
    }
}
