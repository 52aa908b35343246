using System.Diagnostics;
using Fathom.Sources.Threads.Intervals;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Intervals;

public sealed class TaskReaderTests
{
    [Fact]
    public void Our_own_threads_have_as_much_CPU_time_as_the_kernel_gives_the_process()
    {
        using TaskReader reader = new("/proc", Environment.ProcessId);
        using Process self = Process.GetCurrentProcess();

        TimeSpan before = self.TotalProcessorTime;
        long sum = reader.Read().Sum(task => task.CpuNs);
        self.Refresh();

        // Threads that have ended count for the process only, so the sum may be smaller.
        Assert.InRange(sum, 1, self.TotalProcessorTime.TotalNanoseconds + 50_000_000);
        Assert.True(before > TimeSpan.Zero);
    }

    [Fact]
    public void A_thread_has_the_name_and_the_state_that_it_gave_itself()
    {
        using ManualResetEventSlim end = new();
        Thread thread = new(() => end.Wait()) { Name = "fathom sleeper", IsBackground = true };
        thread.Start();
        using TaskReader reader = new("/proc", Environment.ProcessId);

        TaskTime? found = null;
        SpinWait.SpinUntil(() => (found = reader.Read().Cast<TaskTime?>().FirstOrDefault(task => task!.Value.Name == "fathom sleeper" && task.Value.State == 'S')) is not null, 5_000);
        end.Set();
        thread.Join();

        Assert.Equal("sleeping", Assert.NotNull(found).StateName);
    }

    [Fact]
    public void A_process_that_is_not_there_has_no_threads()
    {
        using TaskReader reader = new("/proc", int.MaxValue);

        Assert.Empty(reader.Read());
    }
}
