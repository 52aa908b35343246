using Fathom.Model.Findings;
using Fathom.Model.Threads;
using Fathom.Query.Findings;
using Fathom.Query.Stacks;
using Fathom.Sources.Threads.Stops;
using Xunit;

namespace Fathom.Tests.Sources.Looks;

/// <summary>Looks at the sample Stalls, which knows exactly what its threads do.</summary>
public sealed class LiveStackTests
{
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Stalls")]
    [InlineData("Stalls11")]
    public void Each_wait_is_told_with_its_kind_and_its_owners(string sample)
    {
        using StallsLook stalls = StallsLook.At("waits", sample: sample);

        Assert.Equal((LockKinds.Monitor, "monitor-owner"), stalls.Wait("monitor-waiter"));
        Assert.Equal((LockKinds.Lock, "lock-owner"), stalls.Wait("lock-waiter"));
        Assert.Equal((LockKinds.Read, "write-owner"), stalls.Wait("read-waiter"));
        Assert.Equal((LockKinds.Write, "read-owner-1, read-owner-2"), stalls.Wait("write-waiter"));
        Assert.Equal((LockKinds.UpgradeableRead, "upgrade-owner"), stalls.Wait("upgrade-waiter"));
        Assert.Equal((LockKinds.Thread, "handle-waiter"), stalls.Wait("join-waiter"));
        Assert.Equal((LockKinds.Semaphore, ""), stalls.Wait("slots-waiter"));
        Assert.Equal((LockKinds.Event, ""), stalls.Wait("signal-waiter"));
        Assert.Equal((LockKinds.Task, ""), stalls.Wait("task-waiter"));
        Assert.Equal((LockKinds.Handle, ""), stalls.Wait("handle-waiter"));
        Assert.Equal((LockKinds.Pulse, ""), stalls.Wait("pulse-waiter"));
        Assert.Equal((LockKinds.Sleep, ""), stalls.Wait("sleeper"));
        Assert.All(stalls.Look.Locks.Where(entry => entry.Kind is not LockKinds.Sleep and not LockKinds.Work), entry => Assert.NotEqual(0ul, entry.Address));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Stalls")]
    [InlineData("Stalls11", Traits = ["Category", "Long"])]
    public void A_lock_that_nobody_waits_for_has_its_owner_too(string sample)
    {
        using StallsLook stalls = StallsLook.At("waits", sample: sample);

        LockFacts thin = Assert.Single(stalls.Look.Locks, entry => entry.Owns && entry.ThreadId == stalls.Thread("thin-owner").ThreadId);

        Assert.Equal((LockKinds.Monitor, "System.Object"), (thin.Kind, thin.Type));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Every_thread_of_the_kernel_is_there_once_with_its_name_and_CPU_time()
    {
        using StallsLook stalls = StallsLook.At("waits");

        int[] kernel = [.. Directory.EnumerateDirectories($"/proc/{stalls.Pid}/task").Select(folder => int.Parse(Path.GetFileName(folder)))];
        Assert.Equal(kernel.Order(), stalls.Look.Threads.Select(thread => thread.Tid));
        Assert.All(stalls.Threads, entry => Assert.Equal(entry.Key, stalls.Thread(entry.Key).Name));
        Assert.All(stalls.Look.Threads, thread => Assert.True(thread.CpuNs >= 0));
        Assert.Single(stalls.Look.Threads, thread => thread.Kind == ThreadKinds.Finalizer);
        Assert.Contains(stalls.Look.Threads, thread => thread.Kind == ThreadKinds.Native);
        Assert.Contains(stalls.Thread("monitor-waiter").Frames, frame => frame.StartsWith("Stalls.Waits.EnterMonitor(", StringComparison.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Equal_stacks_are_one()
    {
        using StallsLook stalls = StallsLook.At("waits");

        uint[] twins = [.. Enumerable.Range(0, 3).Select(i => stalls.Thread($"twin-{i}").StackId)];
        Assert.Single(twins.Distinct());
        Assert.NotEqual(twins[0], stalls.Thread("handle-waiter").StackId);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("deadlock", "teller-a teller-b", Severity.Error)]
    [InlineData("deadlock-timed", "teller-a teller-b", Severity.Warning)]
    [InlineData("deadlock-mixed", "l-owner m-owner r-owner", Severity.Error)]
    [InlineData("deadlock-join", "joiner worker", Severity.Error)]
    [InlineData("deadlock", "teller-a teller-b", Severity.Error, "Stalls11", Traits = ["Category", "Long"])]
    public void A_deadlock_is_found_with_exactly_its_threads(string scene, string threads, Severity severity, string sample = "Stalls")
    {
        using StallsLook stalls = StallsLook.At(scene, sample: sample);

        Finding finding = Assert.Single(FindAll(stalls.Look));

        Assert.Equal(("deadlock", severity), (finding.Rule, finding.Severity));
        string[] expected = threads.Split(' ');
        Assert.All(expected, name => Assert.Contains($"{stalls.Threads[name]} '{name}'", finding.Subject, StringComparison.Ordinal));
        Assert.Equal(expected.Length, finding.Subject.Split(',').Length);
    }

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("deadlock-timed", "teller-a teller-b", Severity.Warning, "Stalls11")]
    [InlineData("deadlock-mixed", "l-owner m-owner r-owner", Severity.Error, "Stalls11")]
    [InlineData("deadlock-join", "joiner worker", Severity.Error, "Stalls11")]
    public void Deadlocks_of_other_kinds_are_found_on_the_newest_runtime_too(string scene, string threads, Severity severity, string sample) =>
        A_deadlock_is_found_with_exactly_its_threads(scene, threads, severity, sample);

    [Fact]
    [Trait("Category", "Slow")]
    public void Who_waits_behind_a_deadlock_is_named_as_such()
    {
        using StallsLook stalls = StallsLook.At("deadlock");

        Finding finding = Assert.Single(FindAll(stalls.Look));

        Assert.DoesNotContain("bystander", finding.Subject, StringComparison.Ordinal);
        Assert.EndsWith($"1 more wait for them: {stalls.Threads["bystander"]} 'bystander'", finding.Evidence, StringComparison.Ordinal);
        Assert.Contains("waits for monitor Stalls.Deadlocks+Account 0x", finding.Evidence, StringComparison.Ordinal);
        Assert.Contains(" in Stalls.Deadlocks.Transfer(", finding.Evidence, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_thread_that_runs_in_a_circle_is_found_and_one_that_works_is_not()
    {
        using StallsLook stalls = StallsLook.At("spin", new StackExtractorOptions());

        Finding finding = Assert.Single(FindAll(stalls.Look));

        Assert.Equal(("spinning-thread", $"thread {stalls.Threads["spinner"]} 'spinner'"), (finding.Rule, finding.Subject));
        Assert.StartsWith("in Stalls.Spinning.SpinForever() at each of ", finding.Evidence, StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Stalls")]
    [InlineData("Stalls11", Traits = ["Category", "Long"])]
    public void A_starved_pool_is_found_with_the_blocking_call_and_the_count_of_waiting_work(string sample)
    {
        using StallsLook stalls = StallsLook.At("starvation", sample: sample);

        Finding finding = Assert.Single(FindAll(stalls.Look));

        Assert.Equal(("thread-pool-starvation", Severity.Error), (finding.Rule, finding.Severity));
        Assert.StartsWith(
            $"all {stalls.Fact("workers")} workers block while {stalls.Fact("pending")} work items wait (limits 4 to 4); 4 wait for a task in Stalls.Starvation.Consume(",
            finding.Evidence,
            StringComparison.Ordinal);
    }

    // A monitor of .NET 11 that was waited for once is made of a Lock, which is no lock of its own.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Stalls")]
    [InlineData("Stalls11", Traits = ["Category", "Long"])]
    public void Each_lock_is_there_once_with_its_waiter(string sample)
    {
        using StallsLook stalls = StallsLook.At("deadlock-mixed", sample: sample);

        ILookup<ulong, LockFacts> locks = stalls.Look.Locks.Where(entry => stalls.Threads.Values.Contains(stalls.TidOf(entry.ThreadId))).ToLookup(entry => entry.Address);
        Assert.Equal(3, locks.Count);
        Assert.All(locks, entry => Assert.Equal([false, true], entry.Select(one => one.Owns).Order()));
    }

    [Fact]
    public void Calls_that_the_runtime_itself_suspends_are_counted_by_their_methods()
    {
        using StallsLook stalls = StallsLook.At("async", sample: "Stalls11Async");

        Assert.Equal(
            [
                ("Stalls.AsyncWaits.FetchAsync", 1, "Stalls.AsyncWaits.ParseAsync", stalls.Fact("fetch")),
                ("Stalls.AsyncWaits.ParseAsync", 1, "System.Threading.Tasks.Task<System.Int32>", stalls.Fact("parse")),
                ("Stalls.AsyncWaits.ThrottledAsync", 2, "System.Threading.SemaphoreSlim.WaitAsync", stalls.Fact("throttled")),
                ("System.Threading.SemaphoreSlim.WaitAsync", 1, "System.Threading.SemaphoreSlim+TaskNode", stalls.Fact("throttled")),
            ],
            stalls.Look.AsyncWaits.Select(wait => (wait.Method, wait.AwaitIndex, wait.Awaits!, wait.Count)));
        Assert.All(stalls.Look.AsyncWaits, wait => Assert.Null(wait.StateMachine));
        Assert.All(FindAll(stalls.Look), finding => Assert.Equal("async-pile-up", finding.Rule));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Stalls")]
    [InlineData("Stalls11", Traits = ["Category", "Long"])]
    public void Suspended_async_calls_are_counted_by_await_and_by_what_they_wait_for(string sample)
    {
        using StallsLook stalls = StallsLook.At("async", sample: sample);

        Assert.Equal(
            [
                ("Stalls.AsyncWaits.FetchAsync", 1, "Stalls.AsyncWaits.ParseAsync", stalls.Fact("fetch")),
                ("Stalls.AsyncWaits.ParseAsync", 1, "System.Threading.Tasks.Task<System.Int32>", stalls.Fact("parse")),
                ("Stalls.AsyncWaits.ThrottledAsync", 2, "System.Threading.SemaphoreSlim+TaskNode", stalls.Fact("throttled")),
            ],
            stalls.Look.AsyncWaits.Select(wait => (wait.Method, wait.AwaitIndex, wait.Awaits!, wait.Count)));
        Assert.Equal(["async-pile-up", "async-pile-up", "async-pile-up"], FindAll(stalls.Look).Select(finding => finding.Rule));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void An_exception_is_shown_while_it_is_handled_and_not_afterwards()
    {
        using StallsLook stalls = StallsLook.At("throwing");

        Assert.Equal("System.InvalidOperationException: order 17 has no price", stalls.Thread("handler").Exception);
        Assert.Null(stalls.Thread("done").Exception);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_busy_program_with_nothing_wrong_gets_no_finding()
    {
        using StallsLook stalls = StallsLook.At("healthy", new StackExtractorOptions());

        Assert.Empty(FindAll(stalls.Look));
        // Beside other programs a busy thread may have had too few turns in the time of the look.
        Assert.All(
            Rules.All.OfType<ThreadRule>(),
            rule => Assert.True(rule.NotJudged(stalls.Look) is null || rule is SpinningThreadRule, rule.NotJudged(stalls.Look)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void The_pause_is_estimated_before_and_measured_after()
    {
        TimeSpan expected = default;
        using StallsLook stalls = StallsLook.At("waits", new StackExtractorOptions { Interval = TimeSpan.FromMilliseconds(20), PauseExpected = time => expected = time });

        Assert.True(expected > TimeSpan.Zero);
        Assert.Equal(expected.Ticks * 100, stalls.Look.ExpectedPauseNs);
        Assert.True(stalls.Look.PauseNs > 0);
        Assert.True(stalls.Look.IntervalNs >= 20_000_000);
    }

    private static List<Finding> FindAll(ThreadLook look) => [.. Rules.All.OfType<ThreadRule>().Where(rule => rule.NotJudged(look) is null).SelectMany(rule => rule.Find(look))];
}
