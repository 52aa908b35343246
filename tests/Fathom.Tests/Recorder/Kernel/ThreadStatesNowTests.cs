using System.Text;
using Fathom.Formats.PerfData.Writing;
using Fathom.Recorder.Kernel.Start;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel;

/// <summary>States of threads as the kernel shows them in <c>/proc/PID/task/TID/stat</c>.</summary>
public sealed class ThreadStatesNowTests
{
    [Theory]
    [InlineData("77 (sleep) S 1 77 77 0 -1 4194304 1 2", 1, false)]
    [InlineData("77 (a ) R b) D 1 77 77 0 -1 4194304 1 2", 2, false)]
    [InlineData("77 (busy) R 1 77 77 0 -1 4194304 1 2", 0, false)]
    [InlineData("77 (stopped) T 1 77 77 0 -1 4194304 1 2", 4, false)]
    [InlineData("77 (kworker/0:1) I 2 0 0 0 -1 69238880 0 0", 128, true)]
    public void A_line_of_stat_has_the_state_by_the_bits_of_switches(string line, int expected, bool ofKernel)
    {
        Assert.True(ThreadStatesNow.TryState(Encoding.ASCII.GetBytes(line), out int state, out bool isOfKernel));
        Assert.Equal((expected, ofKernel), (state, isOfKernel));
    }

    [Theory]
    [InlineData("")]
    [InlineData("77 (sleep")]
    [InlineData("77 (sleep) S 1 77")]
    [InlineData("77 (sleep) ? 1 77 77 0 -1 4194304 1 2")]
    public void What_is_no_such_line_has_no_state(string line) => Assert.False(ThreadStatesNow.TryState(Encoding.ASCII.GetBytes(line), out _, out _));

    [Fact]
    public void Threads_that_the_limit_leaves_out_are_counted()
    {
        int[] own = [Environment.ProcessId];
        (int written, int unread) = ThreadStatesNow.Write(Pipe(out RecordBytes all), (1, false), own, null, long.MaxValue);
        Assert.True(written > 0 && unread == 0 && all.Written.Length > 0, $"{written} {unread}");

        (written, unread) = ThreadStatesNow.Write(Pipe(out RecordBytes none), (1, false), own, null, 0);
        Assert.True(written == 0 && unread > 0 && none.Written.Length == 0, $"{written} {unread}");
    }

    [Fact]
    public void Of_some_processes_no_other_is_written()
    {
        (int written, int unread) = ThreadStatesNow.Write(Pipe(out _), (1, false), [], null, long.MaxValue);
        Assert.Equal((0, 0), (written, unread));
    }

    // Events stay off a thread that began between the list of threads and its events.
    [Fact]
    public void Threads_without_events_are_not_written_and_not_counted_as_unread()
    {
        int[] own = [Environment.ProcessId];
        HashSet<int> first = [Environment.ProcessId];

        Assert.Equal((1, 0), ThreadStatesNow.Write(Pipe(out _), (1, false), own, first, long.MaxValue));
        Assert.Equal((0, 1), ThreadStatesNow.Write(Pipe(out _), (1, false), own, first, 0));
    }

    private static PerfDataPipe Pipe(out RecordBytes bytes) => new(bytes = new RecordBytes(), 32);
}
