using System.Diagnostics;
using Fathom.Model;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

public sealed class TargetSessionTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_target_stands_still_during_the_work_and_runs_on_after_its_normal_end()
    {
        using SampleProcess sample = StartSample();
        using TargetSession session = TargetSession.Open(sample.Pid);

        bool held = await session.InvokeStopped(_ => TargetHealth.IsHeld(sample), s_limit, Stop);

        Assert.True(held);
        TargetHealth.AssertRunsOn(sample);
        Assert.InRange(session.LastPause, TimeSpan.FromTicks(1), s_limit);
    }

    [Fact]
    public async Task The_target_runs_on_after_an_exception_in_the_work()
    {
        using SampleProcess sample = StartSample();
        using TargetSession session = TargetSession.Open(sample.Pid);

        await Assert.ThrowsAsync<ArithmeticException>(() => session.InvokeStopped<int>(_ => throw new ArithmeticException(), s_limit, Stop));

        TargetHealth.AssertRunsOn(sample);
        Assert.True(await session.InvokeStopped(_ => TargetHealth.IsHeld(sample), s_limit, Stop), "The session is of no use after a failure.");
    }

    [Fact]
    public async Task The_target_runs_on_when_the_deadline_has_passed_and_the_caller_is_told()
    {
        using SampleProcess sample = StartSample();
        using TargetSession session = TargetSession.Open(sample.Pid);

        FathomException error = await Assert.ThrowsAsync<FathomException>(
            () => session.InvokeStopped(WaitUntilDue, TimeSpan.FromMilliseconds(150), Stop));

        TargetHealth.AssertRunsOn(sample);
        Assert.Equal(ExitCode.Target, error.ExitCode);
        Snapshot.Match(Described(error, sample), "deadline.txt");
        // Timers count in whole milliseconds, and the deadline begins a little before the pause.
        Assert.InRange(session.LastPause, TimeSpan.FromMilliseconds(130), s_limit);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_target_runs_on_after_cancellation()
    {
        using SampleProcess sample = StartSample();
        using TargetSession session = TargetSession.Open(sample.Pid);
        using CancellationTokenSource cancel = new();

        Task<bool> work = session.InvokeStopped(
            target =>
            {
                cancel.Cancel();
                return WaitUntilDue(target);
            },
            s_limit,
            cancel.Token);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => work);
        TargetHealth.AssertRunsOn(sample);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Work_that_hangs_is_reported_and_does_not_hang_its_caller()
    {
        using SampleProcess sample = StartSample();
        using ManualResetEventSlim hang = new();
        TargetSession session = TargetSession.Open(sample.Pid);
        try
        {
            // What native code of the DAC would do: it looks at no token.
            Task<bool> work = session.InvokeStopped(
                _ =>
                {
                    hang.Wait(CancellationToken.None);
                    return true;
                },
                TimeSpan.FromMilliseconds(100),
                Stop);

            FathomException error = await Assert.ThrowsAsync<FathomException>(() => work);
            Snapshot.Match(Described(error, sample), "stuck.txt");
        }
        finally
        {
            session.Dispose();
            hang.Set();
        }

        TargetHealth.AssertRunsOn(sample);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Stopping_a_busy_target_a_hundred_times_loses_none_of_its_signals()
    {
        // Its collections suspend threads by signals; a lost one would leave it waiting for ever.
        using SampleProcess sample = SampleProcess.Start("HeapMix", "12000", "--churn");
        using TargetSession session = TargetSession.Open(sample.Pid);
        for (int i = 0; i < 100; i++)
            await session.InvokeStopped(_ => true, s_limit, Stop);

        TargetHealth.AssertRunsOn(sample);
        Assert.StartsWith("{", sample.Ask("totals"), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_target_that_ends_in_the_stop_is_reported_as_gone()
    {
        using SampleProcess sample = StartSample();
        using TargetSession session = TargetSession.Open(sample.Pid);

        FathomException error = await Assert.ThrowsAsync<FathomException>(() => session.InvokeStopped<bool>(
            target =>
            {
                Process.GetProcessById(sample.Pid).Kill();
                byte[] page = new byte[4096];
                while (true)
                    target.Memory.Read(target.Runtime.ClrInfo.ModuleInfo.ImageBase, page);
            },
            s_limit,
            Stop));

        Assert.Equal(ExitCode.Target, error.ExitCode);
        Snapshot.Match(Described(error, sample), "gone.txt");
    }

    [Fact]
    public void What_cannot_be_opened_is_refused_with_the_next_step()
    {
        using Process sleeper = Process.Start(new ProcessStartInfo("sleep", "60"))!;
        try
        {
            FathomException native = Assert.Throws<FathomException>(() => TargetSession.Open(sleeper.Id));
            FathomException absent = Assert.Throws<FathomException>(() => TargetSession.Open(int.MaxValue));

            Snapshot.Match(
                $"{native.Message.Replace(sleeper.Id.ToString(), "PID", StringComparison.Ordinal)}\n{native.NextStep}\n\n{absent.Message}\n{absent.NextStep}\n",
                "refused.txt");
        }
        finally
        {
            sleeper.Kill();
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_target_that_a_debugger_holds_is_refused_with_the_holders_number()
    {
        using SampleProcess sample = StartSample();
        using TargetSession holder = TargetSession.Open(sample.Pid);
        using TargetSession second = TargetSession.Open(sample.Pid);

        FathomException error = await holder.InvokeStopped(
            _ => Assert.Throws<FathomException>(() => second.InvokeStopped(_ => true, s_limit, Stop).GetAwaiter().GetResult()),
            s_limit,
            Stop);

        Snapshot.Match(Described(error, sample).Replace(Environment.ProcessId.ToString(), "HOLDER", StringComparison.Ordinal), "held.txt");
        TargetHealth.AssertRunsOn(sample);
    }

    private static SampleProcess StartSample() => SampleProcess.Start("HeapMix", "1200");

    private static bool WaitUntilDue(LiveTarget target)
    {
        target.Due.WaitHandle.WaitOne();
        target.Due.ThrowIfCancellationRequested();
        return true;
    }

    private static string Described(FathomException error, SampleProcess sample) =>
        $"{error.Message}\n{error.NextStep}\n".Replace(sample.Pid.ToString(), "PID", StringComparison.Ordinal);
}
