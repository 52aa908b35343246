using System.Collections.Concurrent;
using System.Diagnostics;
using Fathom.Capture.Recording;
using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Fathom.Sources.Machine.Processes;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Recording;

/// <summary>Saves that conditions lead to, of a live process whose condition always holds.</summary>
public sealed class RingWatchTests
{
    private static readonly TimeSpan s_ring = TimeSpan.FromSeconds(1);

    private readonly ConcurrentQueue<SaveCause> _saves = [];
    private readonly ConcurrentQueue<string> _noted = [];
    private bool _isEachOtherRefused;

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
    [Trait("Category", "Slow")]
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
    public void What_could_not_be_saved_is_none_of_those_that_were_asked_for()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        _isEachOtherRefused = true;
        using RingWatch watch = Watch("threads=1..", new ManualTime(), count: 2);
        watch.Prepare(sample.Pid, TestContext.Current.CancellationToken);
        watch.Begin(null);

        Until(() => watch.IsDone);
        watch.Stop();

        Assert.Equal((2, 4), (watch.Saves, _saves.Count));
    }

    [Fact]
    public void What_a_started_program_has_started_is_looked_at_too_and_once()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        Assert.True(ProcessInstance.TryFind(sample.Pid, out ProcessInstance process, out _));
        using RingWatch watch = Watch("threads=1..", new ManualTime(), count: 2);
        watch.Begin(null);
        watch.Follow([process]);
        watch.Follow([process]);

        Until(() => watch.IsDone);
        watch.Stop();

        Assert.Equal([sample.Pid, sample.Pid], _saves.Select(static cause => cause.ProcessId));
    }

    // A condition that goes on holding would be met at once, again and again.
    [Theory]
    [InlineData(0, 250, 250)]
    [InlineData(100, 1000, 1000)]
    [InlineData(60_000, 250, 60_000)]
    public void After_a_save_nothing_is_looked_at_for_one_interval_at_least(int everyMs, int intervalMs, int pauseMs) =>
        Assert.Equal(
            TimeSpan.FromMilliseconds(pauseMs),
            RingWatch.PauseOf(TimeSpan.FromMilliseconds(everyMs), TimeSpan.FromMilliseconds(intervalMs)));

    [Fact]
    [Trait("Category", "Slow")]
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
        RingWatch? watch = null;
        watch = new RingWatch(triggers, s_ring, time, cause => watch!.Tell(Save(cause)), _noted.Enqueue);
        return watch;
    }

    // Each other one fails where that is asked for.
    private SavedRecording Save(SaveCause cause)
    {
        _saves.Enqueue(cause);
        bool isMade = !_isEachOtherRefused || _saves.Count % 2 == 0;
        string? recording = isMade ? "app-1.fathom" : null, failure = isMade ? null : "The disk is full.";
        return new SavedRecording(cause.MetNs, recording, null, s_ring, failure, []) { Causes = [cause] };
    }

    private static void Until(Func<bool> condition) => Assert.True(SpinWait.SpinUntil(condition, TimeSpan.FromMinutes(1)));
}
