extern alias testing;

using Xunit;
using testing::Fathom.Testing;

namespace Fathom.Tests.Testing;

/// <summary>How rounds are judged, by figures that no program has to make.</summary>
public sealed class GrowthVerdictTests
{
    private const int Step = 15;

    [Fact]
    public void The_same_number_in_each_run_grows_after_one_round()
    {
        GrowthVerdict verdict = new(0);

        Assert.True(verdict.Judge(Round(Step, runs => (2 * runs, 0)), NotOwn));
        Assert.Equal(2 * 112, verdict.BytesPerRun);
        Assert.Equal((2.0 * 112, 2.0 * 112), verdict.Range);
    }

    [Fact]
    public void One_step_that_others_disturb_changes_nothing()
    {
        int step = 0;
        GrowthVerdict verdict = new(0);

        Assert.True(verdict.Judge(Round(Step, runs => (runs + (step++ == 2 ? 1000 : 0), step == 4 ? -7 : 0)), NotOwn));
        Assert.Equal(112, verdict.BytesPerRun);
    }

    [Theory]
    [InlineData(0.5)]
    [InlineData(0.7)]
    public void A_leak_that_not_each_run_makes_grows_after_five_rounds(double each)
    {
        GrowthVerdict verdict = new(0);
        List<bool?> said = Judge(verdict, runs => ((long)(each * runs), 0));

        Assert.Equal([null, null, null, null, true], said);
        Assert.InRange(verdict.BytesPerRun, each * 112 * 0.95, each * 112 * 1.001);
    }

    [Fact]
    public void What_grows_with_time_and_not_with_the_runs_does_not_grow() => Assert.DoesNotContain(true, Judge(new GrowthVerdict(0), static _ => (1_000, 1_000)));

    [Fact]
    public void What_goes_in_the_pauses_had_only_not_gone_yet() => Assert.Equal(false, Judge(new GrowthVerdict(0), static runs => (runs, -runs))[^1]);

    [Fact]
    public void Growth_that_does_not_follow_the_runs_is_chance()
    {
        // The same number in each step with the action, whatever the number of its runs.
        List<bool?> said = Judge(new GrowthVerdict(0), static _ => (90, 15));

        Assert.Equal(false, said[^1]);
    }

    [Fact]
    public void Noise_as_large_as_the_heap_is_no_growth_and_hides_none()
    {
        int wrong = 0, missed = 0;
        for (int seed = 0; seed < 500; seed++)
        {
            Random random = new(seed);
            wrong += Judge(new GrowthVerdict(0), _ => (random.Next(-60, 61), random.Next(-60, 61)))[^1] == true ? 1 : 0;
            missed += Judge(new GrowthVerdict(0), runs => (runs + random.Next(-30, 31), random.Next(-30, 31)))[^1] == true ? 0 : 1;
        }

        Assert.Equal((0, 0), (wrong, missed));
    }

    [Fact]
    public void What_counting_needs_is_left_out() => Assert.False(new GrowthVerdict(0).Judge(Round(Step, runs => (runs, 0)), static _ => true));

    [Theory]
    [InlineData(112, false)]
    [InlineData(100, false)]
    [InlineData(50, true)]
    public void An_allowance_is_taken_off_and_the_noise_of_the_process_too(double allowed, bool grows) =>
        Assert.Equal(grows, new GrowthVerdict(allowed).Judge(Round(Step, static runs => (runs, 0)), NotOwn));

    // A pool of the same type gives back larger arrays meanwhile: the type as a whole falls, and its objects of one size grow.
    [Fact]
    public void The_table_has_what_the_verdict_counts_and_adds_up_to_it()
    {
        GrowthRound round = new(Step);
        for (int pair = 0; pair < GrowthRound.Pairs; pair++)
        {
            int runs = round.Runs[pair];
            round.Add(
                pair,
                true,
                new Dictionary<HeapClass, long> { [new(1, 90_000)] = 30, [new(1, 256)] = 100, [new(2, 24)] = 50, [new(3, 64)] = 10 },
                new Dictionary<HeapClass, long>
                {
                    [new(1, 90_000)] = 0, [new(1, 256)] = 100 + runs, [new(2, 24)] = 50 + (2 * runs), [new(3, 64)] = 100_000,
                });
        }

        GrowthVerdict verdict = new(0);
        Assert.True(verdict.Judge(round, static type => type == 3));
        int all = round.Runs.Sum();

        Assert.Equal(256 + 48, verdict.BytesPerRun);
        Assert.Equal(
            "types that grow  objects     bytes\n  T1                 +90  +23.0 KB\n  T2                +180   +4320 B\n"
            + "  (together)        +270  +27.4 KB\n(in 90 iterations, less what grew in as many pauses of the same length)\n",
            GrowthReport.Table(verdict, all, static type => $"T{type}"));
    }

    private static List<bool?> Judge(GrowthVerdict verdict, Func<int, (long With, long Without)> changes)
    {
        List<bool?> said = [];
        for (int step = Step; ; step *= 2)
        {
            said.Add(verdict.Judge(Round(step, changes), NotOwn));
            if (said[^1] is not null)
                return said;
        }
    }

    // Objects of 112 bytes; a count cannot be below zero, so there are many from the start.
    private static GrowthRound Round(int step, Func<int, (long With, long Without)> changes)
    {
        GrowthRound round = new(step);
        long live = 1_000_000;
        for (int pair = 0; pair < GrowthRound.Pairs; pair++)
        {
            (long with, long without) = changes(round.Runs[pair]);
            foreach ((bool isWith, long change) in new[] { (true, with), (false, without) })
            {
                round.Add(pair, isWith, Count(live), Count(live + change));
                live += change;
            }
        }

        return round;
    }

    private static Dictionary<HeapClass, long> Count(long objects) => new() { [new HeapClass(1, 112)] = objects };

    private static bool NotOwn(ulong type) => false;
}
