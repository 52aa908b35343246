using System.Collections.Concurrent;
using System.Diagnostics;
using Fathom.Capture.Recording;
using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

/// <summary>Saves that conditions lead to, of a live process whose condition always holds.</summary>
public sealed class RingWatchTests
{
    private static readonly TimeSpan s_ring = TimeSpan.FromSeconds(1);

    private readonly ConcurrentQueue<SaveCause> _saves = [];
    private readonly ConcurrentQueue<string> _noted = [];

    [Fact]
    public void No_more_are_asked_for_than_an_hour_may_have_and_the_others_are_told()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        ManualTime time = new();
        using RingWatch watch = Watch("threads=1..", time, perHour: 2);
        watch.Prepare(sample.Pid, TestContext.Current.CancellationToken);
        long before = Stopwatch.GetTimestamp();
        watch.Begin(null);

        Until(() => !_noted.IsEmpty);
        IReadOnlyList<string> told = watch.Stop();

        Assert.Equal(2, watch.Saves);
        Assert.Equal(2, _saves.Count);
        Assert.All(_saves, cause =>
        {
            Assert.Equal(sample.Pid, cause.ProcessId);
            Assert.StartsWith("threads=1.. (threads=", cause.Text, StringComparison.Ordinal);
            Assert.InRange(cause.MetNs, before, Stopwatch.GetTimestamp());
        });
        Assert.StartsWith("not saved: threads=1.. (", Assert.Single(_noted), StringComparison.Ordinal);
        Assert.EndsWith("as 2 saves were made in the last hour (--per-hour 2)", Assert.Single(_noted), StringComparison.Ordinal);
        Assert.Contains("and not saved: --per-hour 2 allows no more.", Assert.Single(told), StringComparison.Ordinal);
        Assert.False(watch.IsDone);
    }

    [Fact]
    public void After_as_many_as_were_asked_for_nothing_is_looked_at()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using RingWatch watch = Watch("threads=1..", new ManualTime(), count: 3);
        watch.Prepare(sample.Pid, TestContext.Current.CancellationToken);
        watch.Begin(null);

        Until(() => watch.IsDone);

        Assert.Empty(watch.Stop());
        Assert.Equal(3, _saves.Count);
    }

    [Fact]
    public void What_a_process_cannot_meet_is_said_before_anything_is_recorded()
    {
        using Process other = Process.Start("sleep", "60");
        try
        {
            using RingWatch watch = Watch("exception=*", new ManualTime());

            Assert.NotNull(Assert.Throws<FathomException>(() => watch.Prepare(other.Id, TestContext.Current.CancellationToken)).NextStep);
        }
        finally
        {
            other.Kill();
            other.WaitForExit();
        }
    }

    // Its runtime, if it has one, comes later.
    [Fact]
    public void A_program_that_was_started_is_looked_at_when_it_can_be()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using RingWatch watch = Watch("managed_bytes=1..", new ManualTime(), count: 1);
        watch.Begin(sample.Pid);

        Until(() => watch.IsDone);

        Assert.StartsWith("managed_bytes=1.. (", Assert.Single(_saves).Text, StringComparison.Ordinal);
    }

    private RingWatch Watch(string condition, TimeProvider time, int? count = null, int perHour = 1000)
    {
        Condition parsed = Condition.Parse("--when", condition);
        AwaitedConditions when = ExceptionCondition.Parse(parsed) is { } exception
            ? new AwaitedConditions { Exceptions = [exception] }
            : new AwaitedConditions { Metrics = [MetricCondition.Bind(parsed, new MetricSet(MetricCondition.Own([parsed])))] };
        RingTriggers triggers = new(when) { Every = TimeSpan.FromMilliseconds(10), Count = count, PerHour = perHour };
        return new RingWatch(triggers, s_ring, time, _saves.Enqueue, _noted.Enqueue);
    }

    private static void Until(Func<bool> condition) => Assert.True(SpinWait.SpinUntil(condition, TimeSpan.FromMinutes(1)));
}
