using Fathom.Serializers.Kit.Measuring;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>Threads that do an operation at the same time.</summary>
public sealed class WorkThreadsTests
{
    [Fact]
    public void Each_thread_does_its_own_operation_as_often_as_asked()
    {
        int first = 0, second = 0;
        using WorkThreads threads = new([count => first += count, count => second += count]);

        Sample sample = Sample.Take(threads, 10);
        Sample again = Sample.Take(threads, 5);

        Assert.Equal((20, 15, 15), (sample.Iterations, first, second));
        Assert.Equal((10, 30), (again.Iterations, again.Sum));
    }

    // Each waits for the other inside of its operation: one after the other would never end.
    [Fact]
    public void They_work_at_the_same_time()
    {
        using Barrier meeting = new(2);
        using WorkThreads threads = new([Meet, Meet]);

        Assert.Equal(2, threads.Run(1));

        long Meet(int count)
        {
            meeting.SignalAndWait();
            return count;
        }
    }

    [Fact]
    public void A_thread_that_fails_is_told()
    {
        using WorkThreads threads = new([static count => count, static _ => throw new FormatException("bad byte")]);

        Assert.Contains("bad byte", Assert.Throws<InvalidOperationException>(() => threads.Run(1)).Message, StringComparison.Ordinal);
    }
}
