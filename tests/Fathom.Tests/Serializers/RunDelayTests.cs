using System.Diagnostics;
using Fathom.Serializers.Kit.Measuring;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>How long a thread waited for a processor, as the kernel counts it.</summary>
public sealed class RunDelayTests
{
    [Theory]
    [InlineData("888357 2018465 2\n", 2018465L)]
    [InlineData("0 0 0", 0L)]
    [InlineData("", null)]
    [InlineData("1", null)]
    [InlineData("a b c", null)]
    public void The_second_figure_is_the_delay(string text, long? delay) => Assert.Equal(delay, RunDelay.Parse(text));

    // More threads than processors that never sleep: each of them waits, and what this one ran and waited is about what went by.
    [Fact]
    public void Among_more_busy_threads_than_processors_a_thread_waits()
    {
        if (!File.Exists("/proc/thread-self/schedstat"))
        {
            Assert.Null(RunDelay.Read());
            return;
        }

        using CancellationTokenSource over = new();
        Thread[] others = [.. Enumerable.Range(0, 2 * Environment.ProcessorCount).Select(_ => new Thread(() => Spin(over.Token)))];
        foreach (Thread other in others)
            other.Start();
        long before = RunDelay.Read()!.Value, start = Stopwatch.GetTimestamp();
        // At most a minute, and as a rule some milliseconds.
        while (RunDelay.Read() - before < 1_000_000 && Stopwatch.GetElapsedTime(start) < TimeSpan.FromMinutes(1))
        {
        }

        long waited = RunDelay.Read()!.Value - before;
        over.Cancel();
        foreach (Thread other in others)
            other.Join();

        Assert.InRange(waited, 1_000_000, Stopwatch.GetElapsedTime(start).TotalNanoseconds);
    }

    [Fact]
    public void A_sample_tells_its_delay_and_one_of_several_threads_does_not()
    {
        using WorkThreads threads = new([static count => count, static count => count]);

        Assert.Equal(RunDelay.Read() is not null, Sample.Take(static count => count, 1).RunDelayNs is not null);
        Assert.Null(Sample.Take(threads, 1).RunDelayNs);
    }

    private static void Spin(CancellationToken over)
    {
        while (!over.IsCancellationRequested)
            Thread.SpinWait(1000);
    }
}
