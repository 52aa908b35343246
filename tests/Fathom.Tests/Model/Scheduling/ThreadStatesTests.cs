using Fathom.Model.Scheduling;
using Xunit;

namespace Fathom.Tests.Model.Scheduling;

/// <summary>One thread at a time, by hand.</summary>
public sealed class ThreadStatesTests
{
    private readonly SchedulingLog _log = new();

    [Fact]
    public void A_wait_ends_with_the_waking_and_what_follows_is_ready()
    {
        ThreadStates states = Running(5, 10);
        states.Syscall(5, 202);
        states.Switch(20, 0, 5, ThreadStop.Sleeping, 77, 0);
        states.Waking(50, 5, 9, 88);
        states.Waking(55, 5, 1, 1);
        states.Switch(60, 1, 0, ThreadStop.Preempted, 0, 5);
        states.Syscall(5, -1);
        states.End(70);

        Assert.Equal(new ThreadWait(0, 20, 50, 60, ThreadStop.Sleeping, 77, 9, 88, 202, WaitEdges.None), Assert.Single(_log.Waits));
        Assert.Equal((30, 10), (_log.Waits[0].WaitNs, _log.Waits[0].ReadyNs));
        Assert.Equal(new ThreadLife(0, 5, 0, 70, false, false, 20, 10, 30, 10), Assert.Single(_log.Threads));
        Assert.Equal(
            [
                new ThreadSlice(0, ScheduleState.Unknown, 0, 10, -1, 0, false), new ThreadSlice(0, ScheduleState.Running, 10, 20, 0, 0, false),
                new ThreadSlice(0, ScheduleState.Waiting, 20, 50, -1, 77, false), new ThreadSlice(0, ScheduleState.Ready, 50, 60, -1, 77, false),
                new ThreadSlice(0, ScheduleState.Running, 60, 70, 1, 0, false),
            ],
            _log.Slices);
    }

    // Who sends to a program on the same machine delivers that itself; who runs when a disk answers has nothing to do with it.
    [Theory]
    [InlineData(ThreadStop.Sleeping, 9)]
    [InlineData(ThreadStop.Uninterruptible, 0)]
    public void Deferred_work_of_an_interrupt_wakes_what_waits_for_a_disk(ThreadStop stop, int waker)
    {
        ThreadStates states = Running(5, 10);
        states.Switch(20, 0, 5, stop, 77, 0);
        states.Waking(50, 5, 9, 88, isSoftInterrupt: true);
        states.Switch(60, 1, 0, ThreadStop.Preempted, 0, 5);
        states.End(70);

        Assert.Equal(waker, Assert.Single(_log.Waits).Waker);
    }

    [Fact]
    public void A_switch_that_only_the_kernel_itself_tells_ends_a_wait_whose_waking_is_missing()
    {
        ThreadStates states = Running(5, 10);
        states.Confirm(11, 0, 0, 5);
        states.Switch(20, 0, 5, ThreadStop.Sleeping, 77, 0);
        states.Confirm(21, 0, 5, 0);
        states.Confirm(220, 0, 0, 5);
        states.Seen(225, 0, 5);
        states.Switch(230, 0, 5, ThreadStop.Sleeping, 78, 0);
        states.End(240);

        Assert.Equal(
            [(20L, -1L, 220L, 77, WaitEdges.NoWaking), (230L, -1L, 240L, 78, WaitEdges.OpenAtEnd)],
            _log.Waits.Select(static wait => (wait.StartNs, wait.WakingNs, wait.EndNs, wait.StackId, wait.Edges)));
        Assert.Equal((20, 0, 210, 10), (_log.Threads[0].RunningNs, _log.Threads[0].ReadyNs, _log.Threads[0].WaitingNs, _log.Threads[0].UnknownNs));
        Assert.Empty(_log.Gaps);
        Assert.Equal((1, 0), (states.Totals.ConfirmedSwitches, states.Totals.MissingSwitchIns));
    }

    [Fact]
    public void A_thread_that_an_idle_processor_is_woken_for_without_a_word_waited_until_a_sample_before_it_is_seen()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true, sampledNs: 25_000);
        states.Switch(10_000, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Switch(20_000, 0, 5, ThreadStop.Sleeping, 77, 0);
        states.Seen(220_000, 0, 5);
        states.Switch(230_000, 0, 5, ThreadStop.Sleeping, 78, 0);
        // This one is over before a sample could have seen its end.
        states.Switch(240_000, 0, 5, ThreadStop.Sleeping, 79, 0);
        states.End(250_000);

        Assert.Equal(
            [(20_000L, 195_000L, 77, WaitEdges.NoWaking | WaitEdges.NoSwitchIn), (240_000L, 250_000L, 79, WaitEdges.OpenAtEnd)],
            _log.Waits.Select(static wait => (wait.StartNs, wait.EndNs, wait.StackId, wait.Edges)));
        Assert.Equal((20_000, 0, 185_000, 45_000), (_log.Threads[0].RunningNs, _log.Threads[0].ReadyNs, _log.Threads[0].WaitingNs, _log.Threads[0].UnknownNs));
        Assert.Empty(_log.Gaps);
        Assert.Equal((2, 0), (states.Totals.UntoldWakes, states.Totals.MissingSwitchIns));
    }

    [Theory]
    [InlineData(null, 75_000)]
    [InlineData(215_000L, 75_000)]
    [InlineData(150_000L, 195_000)]
    public void While_samples_are_stopped_nobody_knows_how_long_a_thread_waited_that_an_idle_processor_is_woken_for(long? goesOnNs, long expectedNs)
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true, sampledNs: 25_000);
        states.Switch(10_000, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Switch(20_000, 0, 5, ThreadStop.Sleeping, 77, 0);
        states.Sampled(100_000, 0, isOn: false);
        if (goesOnNs is { } ns)
            states.Sampled(ns, 0, isOn: true);
        states.Switch(220_000, 0, 5, ThreadStop.Dead, 78, 0);
        states.End(250_000);

        Assert.Equal((20_000L, expectedNs), _log.Waits.Select(static wait => (wait.StartNs, wait.EndNs)).Single());
        Assert.Equal((10_000, expectedNs - 20_000, 10_000 + 220_000 - expectedNs), (_log.Threads[0].RunningNs, _log.Threads[0].WaitingNs, _log.Threads[0].UnknownNs));
        Assert.Equal(1, states.Totals.UntoldWakes);
    }

    [Fact]
    public void A_turn_that_is_left_out_happened_in_the_middle_of_the_time_in_which_it_can_have()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true, takesTurns: static tid => tid is 5 or 6);
        states.Switch(10_000, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Waking(100_000, 6, 9, 0);
        states.Seen(300_000, 0, 6);
        states.Switch(400_000, 0, 6, ThreadStop.Sleeping, 77, 5);
        states.End(500_000);

        Assert.Equal(
            [(5, 190_000L + 100_000, 200_000L, 0L), (6, 200_000L, 100_000L, 200_000L)],
            _log.Threads.Select(static thread => (thread.Tid, thread.RunningNs, thread.ReadyNs, thread.WaitingNs)));
        Assert.Contains(new ThreadSlice(0, ScheduleState.Ready, 200_000, 400_000, -1, 0, true), _log.Slices);
        Assert.Empty(_log.Gaps);
        Assert.Equal((1, 0, 0), (states.Totals.UnseenTurns, states.Totals.MissingSwitchIns, states.Totals.MissingSwitchOuts));
    }

    [Fact]
    public void A_thread_that_took_its_turn_elsewhere_gave_way_there_before()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true, takesTurns: static tid => tid is 5 or 6);
        states.Switch(10_000, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Waking(100_000, 6, 9, 0);
        states.Switch(200_000, 1, 0, ThreadStop.Preempted, 0, 5);
        states.Seen(300_000, 0, 6);
        states.End(500_000);

        Assert.Equal(
            [(ScheduleState.Unknown, 0L, 10_000L, -1), (ScheduleState.Running, 10_000, 105_000, 0), (ScheduleState.Ready, 105_000, 200_000, -1), (ScheduleState.Running, 200_000, 500_000, 1)],
            _log.Slices.Where(static slice => slice.Thread == 0).Select(static slice => (slice.State, slice.StartNs, slice.EndNs, slice.Cpu)));
        Assert.Equal((2, 0, 0, 0), (states.Totals.UnseenTurns, states.Totals.Gaps, states.Totals.MissingSwitchIns, states.Totals.MissingSwitchOuts));
    }

    [Fact]
    public void A_thread_may_come_back_unseen_to_the_processor_on_which_it_gave_way_unseen()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true, takesTurns: static tid => tid is 5 or 6);
        states.Switch(10_000, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Switch(40_000, 1, 0, ThreadStop.Preempted, 0, 5);
        states.Switch(50_000, 1, 5, ThreadStop.Sleeping, 77, 0);
        states.Waking(60_000, 5, 9, 0);
        states.Switch(80_000, 0, 5, ThreadStop.Sleeping, 78, 0);
        states.End(90_000);

        ThreadWait wait = _log.Waits[0];
        Assert.Equal((50_000L, 60_000L, 70_000L, WaitEdges.None), (wait.StartNs, wait.WakingNs, wait.EndNs, wait.Edges));
        Assert.Equal((2, 0, 0, 0), (states.Totals.UnseenTurns, states.Totals.Gaps, states.Totals.MissingSwitchIns, states.Totals.MissingSwitchOuts));
    }

    [Fact]
    public void Who_was_not_seen_for_long_did_not_take_a_turn()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true, sampledNs: 1_000, takesTurns: static tid => tid is 5 or 6);
        states.Switch(10_000, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Waking(12_000, 6, 9, 0);
        states.Seen(300_000, 0, 6);
        states.End(400_000);

        Assert.Equal((0, 1), (states.Totals.UnseenTurns, states.Totals.Gaps));
    }

    [Fact]
    public void One_that_waits_and_was_not_woken_did_not_come_by_a_turn()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true, takesTurns: static tid => tid is 5 or 6);
        states.Switch(10_000, 0, 0, ThreadStop.Preempted, 0, 6);
        states.Switch(20_000, 0, 6, ThreadStop.Sleeping, 77, 5);
        states.Seen(300_000, 0, 6);
        states.End(500_000);

        Assert.Equal((0, 1, 1, 1), (states.Totals.UnseenTurns, states.Totals.Gaps, states.Totals.MissingSwitchIns, states.Totals.MissingSwitchOuts));
    }

    [Fact]
    public void A_thread_that_comes_unseen_to_a_busy_processor_waited_nobody_knows_how_long()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true, sampledNs: 25_000);
        states.Switch(10_000, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Switch(20_000, 0, 5, ThreadStop.Sleeping, 77, 6);
        states.Seen(220_000, 0, 5);
        states.End(230_000);

        Assert.DoesNotContain(_log.Waits, static wait => wait.Edges != WaitEdges.OpenAtEnd);
        Assert.Equal(200_000 + 10_000, _log.Threads.Single(static thread => thread.Tid == 5).UnknownNs);
        Assert.Single(_log.Gaps);
        Assert.Equal(0, states.Totals.UntoldWakes);
    }

    [Fact]
    public void Who_left_a_processor_where_only_the_kernel_itself_tells_it_does_what_is_not_known()
    {
        ThreadStates states = Running(5, 10);
        states.Confirm(20, 0, 5, 6);
        states.Switch(30, 0, 6, ThreadStop.Sleeping, 0, 5);
        states.End(40);

        ThreadLife left = _log.Threads.Single(static thread => thread.Tid == 5);
        Assert.Equal((20, 20), (left.RunningNs, left.UnknownNs));
        Assert.Empty(_log.Gaps);
    }

    [Fact]
    public void A_thread_that_leaves_while_it_ends_where_only_the_kernel_itself_tells_it_ends_when_it_has_left_for_the_last_time()
    {
        ThreadStates states = Running(5, 10);
        states.Exit(5);
        states.Confirm(20, 0, 5, 6);
        states.Switch(30, 0, 6, ThreadStop.Sleeping, 0, 5);
        states.Switch(40, 0, 5, ThreadStop.Dead, 0, 0);
        states.End(60);

        Assert.Equal(new ThreadLife(0, 5, 0, 40, false, true, 20, 0, 0, 20), Assert.Single(_log.Threads, static thread => thread.Tid == 5));
    }

    [Fact]
    public void A_thread_of_which_nothing_comes_after_it_left_while_it_ends_ended_there()
    {
        ThreadStates states = Running(5, 10);
        states.Exit(5);
        states.Confirm(20, 0, 5, 6);
        states.End(60);

        Assert.Equal(new ThreadLife(0, 5, 0, 20, false, true, 10, 0, 0, 10), Assert.Single(_log.Threads, static thread => thread.Tid == 5));
    }

    [Fact]
    public void A_thread_that_ended_does_not_end_again_where_the_kernel_itself_tells_it_after_a_loss()
    {
        ThreadStates states = Running(5, 10);
        states.Exit(5);
        states.Switch(20, 0, 5, ThreadStop.Dead, 0, 0);
        states.Lost(21, 0);
        states.Confirm(22, 0, 5, 0);
        states.Exit(5);
        states.End(60);

        Assert.Equal(new ThreadLife(0, 5, 0, 20, false, true, 10, 0, 0, 10), Assert.Single(_log.Threads));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_thread_whose_begin_is_missing_is_not_older_than_the_end_of_the_one_that_had_its_id(bool isWoken)
    {
        ThreadStates states = Running(5, 10);
        states.Switch(20, 0, 5, ThreadStop.Dead, 0, 0);
        if (isWoken)
            states.Waking(30, 5, 9, 0);
        states.Switch(40, 0, 0, ThreadStop.Preempted, 0, 5);
        states.End(60);

        Assert.Equal(new ThreadLife(1, 5, 20, 60, false, false, 20, isWoken ? 10 : 0, 0, isWoken ? 10 : 20), _log.Threads[1]);
        Assert.Empty(_log.Waits);
    }

    [Fact]
    public void A_thread_that_could_run_on_is_ready_and_does_not_wait()
    {
        ThreadStates states = Running(5, 10);
        states.Switch(20, 0, 5, ThreadStop.Preempted, 77, 6);
        states.Waking(25, 5, 9, 88);
        states.Switch(30, 0, 6, ThreadStop.Sleeping, 0, 5);
        states.End(40);

        Assert.Contains(new ThreadSlice(0, ScheduleState.Ready, 20, 30, -1, 77, true), _log.Slices);
        Assert.DoesNotContain(_log.Waits, wait => wait.Thread == 0);
    }

    [Fact]
    public void Waits_that_are_open_at_an_end_of_the_trace_say_so()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true);
        states.Waking(30, 5, 9, 0);
        states.Switch(40, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Switch(50, 0, 5, ThreadStop.Uninterruptible, 3, 0);
        states.Waking(60, 5, 9, 0);
        states.End(100);

        Assert.Equal([(0L, 30L, 40L, WaitEdges.OpenAtStart), (50L, 60L, 100L, WaitEdges.OpenAtEnd)], _log.Waits.Select(wait => (wait.StartNs, wait.WakingNs, wait.EndNs, wait.Edges)));
        Assert.Equal(new ThreadLife(0, 5, 0, 100, false, false, 10, 50, 40, 0), Assert.Single(_log.Threads));
    }

    [Fact]
    public void Who_leaves_a_processor_first_ran_there_since_the_begin()
    {
        ThreadStates states = new(_log, 100, isWholeMachine: true);
        states.Switch(140, 0, 5, ThreadStop.Sleeping, 0, 0);
        states.End(150);

        Assert.Equal((40, 10, 0), (_log.Threads[0].RunningNs, _log.Threads[0].WaitingNs, _log.Threads[0].UnknownNs));
    }

    [Fact]
    public void A_missing_switch_in_is_unknown_and_counted_and_the_wait_before_it_stays()
    {
        ThreadStates states = Running(5, 10);
        states.Switch(20, 0, 5, ThreadStop.Sleeping, 7, 0);
        states.Waking(30, 5, 9, 0);
        // It left again, and nobody said that it came.
        states.Switch(50, 0, 5, ThreadStop.Sleeping, 8, 0);
        states.End(60);

        Assert.Equal((20L, 30L, WaitEdges.NoSwitchIn, 10L, 0L), (_log.Waits[0].StartNs, _log.Waits[0].WakingNs, _log.Waits[0].Edges, _log.Waits[0].WaitNs, _log.Waits[0].ReadyNs));
        Assert.Contains(new ThreadSlice(0, ScheduleState.Unknown, 30, 50, -1, 0, false), _log.Slices);
        Assert.Equal((1L, 1L), (states.Totals.MissingSwitchIns, states.Totals.Gaps));
        Assert.Equal(new SchedulingGap(0, 20, 50, false), Assert.Single(_log.Gaps));
    }

    [Fact]
    public void A_thread_whose_processor_another_one_leaves_is_unknown_from_where_it_was_seen_last()
    {
        ThreadStates states = Running(5, 10);
        states.Seen(25, 0, 5);
        states.Switch(50, 0, 6, ThreadStop.Sleeping, 0, 0);
        states.Waking(70, 5, 9, 0);
        states.Switch(80, 0, 0, ThreadStop.Preempted, 0, 5);
        states.End(90);

        Assert.Equal(new ThreadLife(0, 5, 0, 90, false, false, 25, 10, 0, 55), _log.Threads[0]);
        Assert.Equal((1L, 1L), (states.Totals.MissingSwitchOuts, states.Totals.Gaps));
    }

    [Fact]
    public void A_thread_that_is_seen_where_it_never_came_runs_from_then_on()
    {
        ThreadStates states = Running(5, 10);
        states.Switch(20, 0, 5, ThreadStop.Sleeping, 7, 6);
        states.Waking(30, 5, 9, 0);
        // A switch is told before it is done, so this says nothing.
        states.Seen(40, 0, 5);
        states.Seen(100_000, 0, 5);
        states.Switch(100_050, 0, 5, ThreadStop.Sleeping, 7, 0);
        states.End(100_060);

        Assert.Equal(new ThreadLife(0, 5, 0, 100_060, false, false, 60, 0, 20, 99_980), _log.Threads[0]);
        Assert.Equal((1L, 1L, 1L), (states.Totals.MissingSwitchIns, states.Totals.MissingSwitchOuts, states.Totals.Gaps));
        Assert.Equal(new SchedulingGap(0, 20, 100_000, false), Assert.Single(_log.Gaps));
    }

    [Fact]
    public void Events_that_the_recorder_lost_make_who_ran_unknown()
    {
        ThreadStates states = Running(5, 10);
        states.Lost(40, 0);
        states.Switch(50, 0, 6, ThreadStop.Sleeping, 0, 0);
        states.End(60);

        Assert.Equal((0L, 60L), (_log.Threads[0].RunningNs, _log.Threads[0].UnknownNs));
        Assert.Equal(new SchedulingGap(0, 10, 40, true), Assert.Single(_log.Gaps));
    }

    [Fact]
    public void A_thread_id_that_comes_again_is_another_thread()
    {
        ThreadStates states = Running(5, 10);
        states.Exit(5);
        states.Switch(15, 0, 5, ThreadStop.Preempted, 0, 0);
        states.Switch(17, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Switch(20, 0, 5, ThreadStop.Dead, 0, 0);
        states.Begin(30, 5);
        states.Switch(35, 0, 0, ThreadStop.Preempted, 0, 5);
        states.Begin(45, 5);
        states.End(50);

        Assert.Equal(
            [new ThreadLife(0, 5, 0, 20, false, true, 8, 2, 0, 10), new ThreadLife(1, 5, 30, 45, true, true, 10, 5, 0, 0), new ThreadLife(2, 5, 45, 50, true, false, 0, 0, 0, 5)],
            _log.Threads);
    }

    [Fact]
    public void A_state_that_was_read_at_the_start_holds_since_then_where_no_event_came_before()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true);
        states.Switch(5, 0, 0, ThreadStop.Preempted, 0, 7);
        states.Known(5, ThreadStop.Sleeping, 230);
        states.Known(6, ThreadStop.Uninterruptible, -1);
        states.Known(7, ThreadStop.Sleeping, 1);
        states.Known(8, ThreadStop.Preempted, -1);
        states.Known(9, ThreadStop.Preempted, -1);
        states.Waking(50, 5, 7, 88);
        states.Switch(60, 1, 0, ThreadStop.Preempted, 0, 5);
        states.Switch(70, 2, 9, ThreadStop.Preempted, 0, 8);
        states.End(100);

        Assert.Equal(
            [
                new ThreadWait(1, 0, 50, 60, ThreadStop.Sleeping, 0, 7, 88, 230, WaitEdges.OpenAtStart),
                new ThreadWait(2, 0, -1, 100, ThreadStop.Uninterruptible, 0, -1, 0, -1, WaitEdges.OpenAtStart | WaitEdges.OpenAtEnd),
            ],
            _log.Waits);
        Assert.Equal(
            [(7, 95L, 0L, 0L, 5L), (5, 40L, 10L, 50L, 0L), (6, 0L, 0L, 100L, 0L), (8, 30L, 70L, 0L, 0L), (9, 70L, 30L, 0L, 0L)],
            _log.Threads.Select(static life => (life.Tid, life.RunningNs, life.ReadyNs, life.WaitingNs, life.UnknownNs)));
    }

    [Fact]
    public void A_thread_that_began_is_not_ready_for_ever_where_its_first_switches_are_missing()
    {
        ThreadStates states = Running(4, 1);
        for (int tid = 5; tid < 8; tid++)
            states.Begin(10, tid);
        states.Placed(7);
        states.Waking(30, 5, 1, 0);
        states.Switch(40, 1, 0, ThreadStop.Preempted, 0, 5);
        states.End(50);

        Assert.Equal(
            [(5, 10L, 10L, 20L), (6, 0L, 0L, 40L), (7, 0L, 40L, 0L)],
            _log.Threads.Skip(1).Select(static life => (life.Tid, life.RunningNs, life.ReadyNs, life.UnknownNs)));
        Assert.Equal(1, states.Totals.MissingSwitchIns);
    }

    // Recorders gave what they learned before the begin the time of the begin.
    [Fact]
    public void A_thread_that_began_at_the_first_event_may_have_begun_before()
    {
        ThreadStates states = new(_log, 10, isWholeMachine: true);
        states.Begin(10, 5);
        states.Waking(30, 5, 1, 0);
        states.Begin(10, 6);
        states.End(50);

        Assert.Equal([(5, 20L, 20L), (6, 0L, 40L)], _log.Threads.Select(static life => (life.Tid, life.ReadyNs, life.UnknownNs)));
    }

    [Fact]
    public void Switches_of_some_threads_say_nothing_of_processors()
    {
        ThreadStates states = new(_log, 0, isWholeMachine: false);
        states.Leave(10, 0, 5, ThreadStop.Sleeping, 0);
        states.Come(20, 1, 5);
        states.Leave(30, 1, 5, ThreadStop.Sleeping, 0);
        states.End(40);

        Assert.Equal(new ThreadLife(0, 5, 0, 40, false, false, 10, 0, 20, 10), Assert.Single(_log.Threads));
        Assert.Equal((1L, WaitEdges.NoWaking), (states.Totals.WaitsWithoutWaking, _log.Waits[0].Edges));
        Assert.Empty(_log.Gaps);
    }

    [Theory]
    [InlineData(0, false, ThreadStop.Preempted)]
    [InlineData(1, true, ThreadStop.Preempted)]
    [InlineData(1, false, ThreadStop.Sleeping)]
    [InlineData(2, false, ThreadStop.Uninterruptible)]
    [InlineData(128, false, ThreadStop.Sleeping)]
    [InlineData(8, false, ThreadStop.Stopped)]
    [InlineData(16, false, ThreadStop.Dead)]
    [InlineData(32, false, ThreadStop.Dead)]
    public void States_of_Linux_are_reasons(int state, bool isPreempted, ThreadStop expected) => Assert.Equal(expected, ThreadStops.Of(state, isPreempted));

    private ThreadStates Running(int tid, long timeNs)
    {
        ThreadStates states = new(_log, 0, isWholeMachine: true);
        states.Switch(timeNs, 0, 0, ThreadStop.Preempted, 0, tid);
        return states;
    }
}
