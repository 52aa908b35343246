using Fathom.Formats.PerfData;
using Fathom.Model.Scheduling;
using Fathom.Sources.Traces.Perf;
using Fathom.Tests.Model.Scheduling;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Waits get the stack with which their thread entered the call, where it is that call in which the thread left its processor.</summary>
public sealed class FutexEntersTests
{
    private const int Thread = 5;
    private const int Other = 6;
    private const long Sleeping = 1;
    private const long Uninterruptible = 2;
    private const long Running = 0;
    private const ulong Place = 0x7f00_1000;
    private const ulong Elsewhere = 0x7f00_2000;
    private const ulong Caller = 0x5000_0000;

    [Fact]
    public void A_thread_that_leaves_where_it_entered_waits_with_the_stack_of_the_entry()
    {
        ThreadWait wait = Assert.Single(Waits(new MadeSchedule().Enter(100, Thread, Place, Caller).Switch(110, Thread, Other, Sleeping, Place).Switch(200, Other, Thread, Running)));

        Assert.Equal((110L, 200L, MadeSchedule.FutexNumber), (wait.StartNs, wait.EndNs, wait.Syscall));
        Assert.NotEqual(0, wait.EntryStackId);
        Assert.NotEqual(wait.StackId, wait.EntryStackId);
    }

    // As in poll: the wait for the futex was over before it began.
    [Fact]
    public void A_thread_that_leaves_elsewhere_has_no_entry_and_no_number_of_a_call()
    {
        MadeSchedule made = new MadeSchedule().Enter(100, Thread, Place, Caller).Switch(110, Thread, Other, Sleeping, Elsewhere).Switch(200, Other, Thread, Running)
            .Switch(210, Thread, Other, Sleeping, Place).Switch(300, Other, Thread, Running);

        Assert.All(Waits(made), static wait => Assert.Equal((0, -1), (wait.EntryStackId, wait.Syscall)));
    }

    [Fact]
    public void An_entry_stands_for_one_wait()
    {
        MadeSchedule made = new MadeSchedule().Enter(100, Thread, Place, Caller).Switch(110, Thread, Other, Sleeping, Place).Switch(200, Other, Thread, Running)
            .Switch(210, Thread, Other, Sleeping, Place).Switch(300, Other, Thread, Running);

        Assert.Equal([true, false], Waits(made).Select(static wait => wait.EntryStackId > 0));
    }

    // Another thread takes the processor, or a page has to come, before the thread waits for the futex.
    [Theory]
    [InlineData(Running, 1)]
    [InlineData(Uninterruptible, 2)]
    public void An_interruption_before_the_wait_does_not_end_the_entry(long state, int waits)
    {
        MadeSchedule made = new MadeSchedule().Enter(100, Thread, Place, Caller).Switch(105, Thread, Other, state, Place).Switch(108, Other, Thread, Running)
            .Switch(110, Thread, Other, Sleeping, Place).Switch(200, Other, Thread, Running);

        List<ThreadWait> found = Waits(made);

        Assert.Equal(waits, found.Count);
        Assert.All(found, static wait => Assert.NotEqual(0, wait.EntryStackId));
    }

    // The entry that counts may be among them.
    [Fact]
    public void Entries_before_lost_records_are_forgotten()
    {
        MadeSchedule made = new MadeSchedule().Enter(100, Thread, Place, Caller).Lost(105).Switch(110, Thread, Other, Sleeping, Place).Switch(200, Other, Thread, Running);

        Assert.Equal(0, Assert.Single(Waits(made)).EntryStackId);
    }

    [Fact]
    public void A_new_thread_has_no_entry_of_the_one_whose_number_it_has()
    {
        MadeSchedule made = new MadeSchedule().Enter(100, Thread, Place, Caller).Begin(105, Thread).Switch(107, Other, Thread, Running)
            .Switch(110, Thread, Other, Sleeping, Place).Switch(200, Other, Thread, Running);

        Assert.Equal(0, Assert.Single(Waits(made)).EntryStackId);
    }

    [Fact]
    public void Threads_do_not_share_entries()
    {
        MadeSchedule made = new MadeSchedule().Enter(100, Other, Place, Caller).Switch(110, Thread, Other, Sleeping, Place).Switch(200, Other, Thread, Running);

        Assert.Equal(0, Assert.Single(Waits(made), static wait => wait.StartNs == 110).EntryStackId);
    }

    [Fact]
    public void Where_the_ends_of_calls_are_recorded_a_number_holds_until_then()
    {
        MadeSchedule made = new MadeSchedule(hasExits: true).Enter(100, Thread, Place, Caller).Switch(110, Thread, Other, Sleeping, Elsewhere).Switch(200, Other, Thread, Running);

        Assert.Equal(MadeSchedule.FutexNumber, Assert.Single(Waits(made)).Syscall);
    }

    private static List<ThreadWait> Waits(MadeSchedule made)
    {
        using PerfDataReader reader = new(new MemoryStream(made.File()), "test.data");
        SchedulingLog log = new();
        PerfSchedule schedule = new(reader, log, new RawStacks());
        reader.Read(schedule, CancellationToken.None);
        schedule.End();
        return [.. log.Waits.Where(static wait => (wait.Edges & (WaitEdges.OpenAtStart | WaitEdges.OpenAtEnd)) == 0)];
    }
}
