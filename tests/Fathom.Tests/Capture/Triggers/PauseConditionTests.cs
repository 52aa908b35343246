using System.Globalization;
using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Triggers;

/// <summary>Pauses of a program that makes long ones when it is told to, beside what its runtime says of them.</summary>
public sealed class PauseConditionTests
{
    private const int Long = 2_000_000;

    [Theory]
    [InlineData("gc.pause_ns=200ms..", 200_000_000, true)]
    [InlineData("gc.pause_ns=200ms..", 199_999_999, false)]
    [InlineData("gc.pause_ns=1ms..2ms", 3_000_000, false)]
    public void A_pause_lies_in_a_range(string text, long durationNs, bool holds) => Assert.Equal(holds, Read(text)!.Holds(durationNs));

    [Theory]
    [InlineData("gc.pause_ns=many")]
    [InlineData("gc.pauses=200ms..")]
    [InlineData("gc.pause_ns=200ms..,threads=3..")]
    [InlineData("gc.pause_ns=200ms..,gc.pause_ns=..1s")]
    public void What_is_no_such_condition_is_refused_with_the_next_step(string text)
    {
        FathomException refused = Assert.Throws<FathomException>(() => Read(text));
        Assert.Equal(ExitCode.Usage, refused.ExitCode);
        Assert.NotNull(refused.NextStep);
    }

    [Fact]
    public void A_condition_about_something_else_is_none() => Assert.Null(Read("exception=*"));

    [Fact]
    public async Task A_long_pause_is_seen_with_its_collection_and_shorter_ones_are_not()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        // As long as it takes on this machine now, and the list stays no longer than that.
        (_, long longNs) = Ask(sample, Long);
        string condition = string.Create(CultureInfo.InvariantCulture, $"gc.pause_ns={longNs / 2}..");
        AwaitedConditions when = new() { Pauses = [Read(condition)!, Read("gc.pause_ns=1h..")!] };
        CancellationToken stop = TestContext.Current.CancellationToken;
        using ProcessTrigger trigger = ProcessTrigger.Begin(sample.Pid, when, stop);
        Task<TriggerCause?> cause = Task.Factory.StartNew(() => trigger.Wait(stop), stop, TaskCreationOptions.LongRunning, TaskScheduler.Default);

        Dictionary<long, long> told = [];
        for (int count = 0; !cause.IsCompleted; count = Long)
        {
            (long number, long pauseNs) = Ask(sample, count);
            told.Add(number, pauseNs);
            Assert.InRange(told.Count, 1, 50);
        }

        string text = (await cause)!.Text;
        Assert.Matches($"^{condition} \\(a pause of [0-9.,]+ ms in gc [0-9]+: generation 2, blocking, induced, .*\\)$", text);
        long met = long.Parse(text.Split(" gc ")[1].Split(':')[0], CultureInfo.InvariantCulture);
        // What the runtime counts and its events may lie apart while other programs run.
        Assert.InRange(told[met], longNs / 4, long.MaxValue);
        Assert.Matches("^'gc.pause_ns=1h..' was not met: the longest of [0-9,]+ pauses was [0-9.,]+ ms\\.$", Assert.Single(trigger.Unmet));
        Assert.All(told.Where(one => one.Key < met), one => Assert.InRange(one.Value, 0, longNs));
    }

    [Fact]
    public void What_was_never_that_long_is_told_with_the_longest()
    {
        using PauseMet none = new(Environment.ProcessId, [Read("gc.pause_ns=200ms..")!]);

        Assert.Equal(["'gc.pause_ns=200ms..' was not met: the runtime reported no pause while it waited."], none.Unmet);
    }

    private static (long Number, long PauseNs) Ask(SampleProcess sample, int count)
    {
        string[] words = sample.Ask($"pause {count}").Split(' ');
        return (long.Parse(words[1], CultureInfo.InvariantCulture), long.Parse(words[2], CultureInfo.InvariantCulture));
    }

    private static PauseCondition? Read(string text) => PauseCondition.Parse(Condition.Parse("--when", text));
}
