using Fathom.Model.Findings;
using Fathom.Model.Threads;
using Fathom.Query.Findings;
using Fathom.Query.Stacks;
using Xunit;

namespace Fathom.Tests.Query.Findings;

/// <summary>Where the rules begin and end. What they find on real processes is in LiveStackTests.</summary>
public sealed class ThreadRuleTests
{
    private const long Interval = 500_000_000;

    [Theory]
    [InlineData(450, 0, 16, 16, true)]
    [InlineData(100, 350, 16, 16, true)]
    [InlineData(30, 420, 16, 16, true)]
    [InlineData(20, 470, 16, 16, false)]
    [InlineData(450, 0, 16, 15, false)]
    [InlineData(450, 0, 9, 9, false)]
    [InlineData(350, 0, 16, 16, false)]
    [InlineData(0, 500, 16, 16, false)]
    public void A_thread_spins_when_it_never_sleeps_and_is_always_in_one_method(int cpuMs, int readyMs, int glances, int same, bool expected) =>
        Assert.Equal(expected, new SpinningThreadRule().Find(Look([Busy(cpuMs, readyMs, glances, same)])).Any());

    [Theory]
    [InlineData(450, 9, 9, true)]
    [InlineData(450, 9, 8, false)]
    [InlineData(350, 9, 9, false)]
    [InlineData(450, 10, 10, false)]
    public void Spinning_is_not_judged_where_a_busy_thread_was_seen_too_rarely(int cpuMs, int glances, int same, bool expected) =>
        Assert.Equal(
            expected ? "a busy thread was seen fewer than 10 times in 500 ms; watch longer (--duration)" : null,
            new SpinningThreadRule().NotJudged(Look([Busy(cpuMs, 0, glances, same)])));

    [Theory]
    [InlineData(null)]
    [InlineData(99_000_000L)]
    public void Spinning_is_not_judged_without_a_time_of_watching(long? interval) =>
        Assert.NotNull(new SpinningThreadRule().NotJudged(Look([Thread(1)], interval)));

    [Fact]
    public void A_pool_starves_when_work_waits_and_every_worker_blocks()
    {
        Finding finding = Assert.Single(Starvation(LockKinds.Task, LockKinds.Monitor, pending: 7));

        Assert.Equal(
            "all 2 workers block while 7 work items wait (limits 1 to 100); 1 wait for a monitor in App.Handle(); 1 wait for a task in App.Handle()",
            finding.Evidence);
    }

    [Theory]
    [InlineData(LockKinds.Task, null, 7, 2)]
    [InlineData(LockKinds.Task, LockKinds.Work, 7, 2)]
    [InlineData(LockKinds.Task, LockKinds.Task, 0, 2)]
    [InlineData(LockKinds.Task, LockKinds.Task, 7, 3)]
    public void A_pool_with_a_running_or_an_idle_worker_no_work_or_workers_on_their_way_does_not(string first, string? second, int pending, int goal) =>
        Assert.Empty(Starvation(first, second, pending, goal));

    [Fact]
    public void A_starved_pool_at_its_limit_is_an_error_and_below_it_a_warning()
    {
        Assert.Equal(Severity.Warning, Assert.Single(Starvation(LockKinds.Task, LockKinds.Task, 7)).Severity);
        Assert.Equal(Severity.Error, Assert.Single(Starvation(LockKinds.Task, LockKinds.Task, 7, max: 2)).Severity);
    }

    [Theory]
    [InlineData(99, false)]
    [InlineData(100, true)]
    public void Async_calls_pile_up_from_a_hundred_at_one_await(long count, bool expected)
    {
        ThreadLook look = new() { Source = "core", Threads = [], Locks = [], AsyncWaits = [new("App.RunAsync", "App+<RunAsync>d__1", 2, "System.Threading.Tasks.Task", count)] };

        Assert.Equal(expected, new AsyncPileUpRule().Find(look).Any());
    }

    [Fact]
    public void Every_rule_is_documented()
    {
        string document = File.ReadAllText(Path.Combine(TestSupport.Repository.Root, "docs", "findings.md"));

        Assert.All(Rules.All, rule => Assert.Contains($"## {rule.Name}\n", document, StringComparison.Ordinal));
    }

    private static ThreadFacts Busy(int cpuMs, int readyMs, int glances, int same) => Thread(1) with
    {
        CpuNs = 1_000_000_000,
        IntervalCpuNs = cpuMs * 1_000_000L,
        IntervalReadyNs = readyMs * 1_000_000L,
        GlanceCount = glances,
        GlanceSameCount = same,
        GlanceMethod = "App.Loop()",
    };

    private static List<Finding> Starvation(string first, string? second, int pending, int goal = 2, int max = 100)
    {
        List<LockFacts> waits = [new(1, false, first, 0x10, null, false)];
        if (second is not null)
            waits.Add(new LockFacts(2, false, second, 0x20, null, false));
        ThreadLook look = new()
        {
            Source = "live",
            Threads = [Thread(1) with { Kind = ThreadKinds.Pool, Frames = ["System.Threading.Monitor.Wait()", "App.Handle()"] }, Thread(2) with { Kind = ThreadKinds.Pool, Frames = ["App.Handle()"] }],
            Locks = waits,
            Pool = new ThreadPoolFacts(1, max, goal, 2, 2, pending),
        };
        return [.. new ThreadPoolStarvationRule().Find(look)];
    }

    private static ThreadLook Look(IReadOnlyList<ThreadFacts> threads, long? interval = Interval) => new() { Source = "live", IntervalNs = interval, Threads = threads, Locks = [] };

    private static ThreadFacts Thread(uint id) => new(id, (int)id + 100, null, ThreadKinds.Managed);
}
