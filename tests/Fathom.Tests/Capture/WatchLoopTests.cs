using Fathom.Capture.Watching;
using Fathom.Model.Metrics;
using Fathom.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Capture;

/// <summary>The loop of a watch, with a clock that jumps.</summary>
public sealed class WatchLoopTests : IWatchObserver, IDisposable
{
    private const long Second = 1_000_000_000;

    private readonly JumpingClock _clock = new();
    private readonly List<string> _seen = [];
    private readonly List<long> _rounds = [];
    private readonly CancellationTokenSource _stop = new();

    public void Dispose() => _stop.Dispose();

    [Fact]
    public void All_processes_of_a_round_share_one_time()
    {
        WatchEnd end = Run([Target(1, 100), Target(2, 100)], new WatchSchedule(10 * Second) { Count = 3 });

        Assert.Equal(WatchEnd.Complete, end);
        Assert.Equal([0, 3_819_660_113, 17_639_320_226], _rounds);
        Assert.Equal(["began 1 as 1", "began 2 as 2", "1@0", "2@0", "1@1", "2@1", "1@2", "2@2"], _seen);
    }

    [Theory]
    [InlineData(30, 4)]
    [InlineData(35, 4)]
    [InlineData(1, 1)]
    public void The_duration_ends_it(int seconds, int rounds)
    {
        Assert.Equal(WatchEnd.Complete, Run([Target(1, 100)], new WatchSchedule(10 * Second) { DurationNs = seconds * Second }));
        Assert.Equal(rounds, _rounds.Count);
    }

    [Fact]
    public void Rounds_that_a_sleeping_machine_missed_are_left_out()
    {
        _clock.SleepAfter = 2;

        Run([Target(1, 100)], new WatchSchedule(10 * Second) { Count = 5 });

        Assert.Equal([0, 3, 1017, 1021, 1035], _rounds.Select(static ns => ns / Second));
    }

    [Fact]
    public void A_process_number_whose_process_ends_ends_the_watch()
    {
        Assert.Equal(WatchEnd.AllEnded, Run([Target(1, 2)], new WatchSchedule(Second)));
        Assert.Equal(["began 1 as 1", "1@0", "1@1", "ended 1: exit code 1"], _seen);
    }

    [Fact]
    public void A_named_process_is_followed_when_it_starts_again_and_told_apart()
    {
        Queue<ProcessFacts?> found = new([null, Facts(2, life: 2), null, null, Facts(3, life: 100)]);
        WatchTarget target = new("MyApp", Facts(1, life: 2), () => found.Count > 0 ? found.Dequeue() : null);

        Run([target], new WatchSchedule(Second) { Count = 11 });

        Assert.Equal(["began 1 as 1", "1@0", "1@1", "ended 1: exit code 1", "began 2 as 2", "2@4", "2@5", "ended 2: exit code 2", "began 3 as 3", "3@9", "3@10"], _seen);
    }

    [Fact]
    public void A_stop_ends_it_between_two_rounds()
    {
        _clock.BeforeWait = round =>
        {
            if (round == 3)
                _stop.Cancel();
        };

        Assert.Equal(WatchEnd.Stopped, Run([Target(1, 100)], new WatchSchedule(Second)));
        Assert.Equal(3, _rounds.Count);
    }

    [Fact]
    public void Types_are_counted_at_every_nth_round()
    {
        Run([Target(1, 100)], new WatchSchedule(Second) { Count = 7, TypesEvery = 3 });

        Assert.Equal(["types@0", "types@3", "types@6"], _seen.Where(static text => text.StartsWith("types", StringComparison.Ordinal)));
    }

    void IWatchObserver.Began(WatchedProcess process) => _seen.Add($"began {process.Facts.Pid} as {process.ProcessId}");

    void IWatchObserver.Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values) => _seen.Add($"{process.Facts.Pid}@{_rounds.Count}");

    void IWatchObserver.Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types) => _seen.Add($"types@{_rounds.Count - 1}");

    void IWatchObserver.Ended(WatchedProcess process, long tsNs, string why) => _seen.Add($"ended {process.Facts.Pid}: {why}");

    void IWatchObserver.RoundEnded(long tsNs) => _rounds.Add(tsNs);

    private static WatchTarget Target(int pid, int life) => new($"{pid}", Facts(pid, life), null);

    // The age stands for the number of samples that the process lives for.
    private static ProcessFacts Facts(int pid, int life) => WatchedFacts.Of(pid, "MyApp") with { AgeNs = life };

    private WatchEnd Run(IReadOnlyList<WatchTarget> targets, WatchSchedule schedule) =>
        new WatchLoop(static facts => new MortalSampler(facts), MetricCatalog.Columns.Count, static (_, _) => [], [this], _clock).Run(targets, schedule, _stop.Token);

    private sealed class MortalSampler(ProcessFacts facts) : IMetricSampler
    {
        private long _samples;

        public bool Sample(Span<double> values) => _samples++ < facts.AgeNs;

        public string WhyEnded() => $"exit code {facts.Pid}";

        public void Dispose()
        {
            // Nothing is held.
        }
    }
}
