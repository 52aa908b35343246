using Fathom.Recorder;
using Xunit;

namespace Fathom.Tests.Recorder;

/// <summary>Bytes that raw files may have together.</summary>
public sealed class SizeBudgetTests
{
    [Fact]
    public void It_is_reached_while_there_is_room_for_what_is_reserved()
    {
        using SizeBudget budget = new(1000);
        Assert.Equal(300, budget.TryReserve(300));
        budget.Use(699);
        Assert.False(budget.IsReached);
        Assert.False(budget.Reached.WaitOne(0));

        budget.Use(1);

        Assert.True(budget.IsReached);
        Assert.True(budget.Reached.WaitOne(0));
        Assert.Equal((200, 100, 0), (budget.Take(200), budget.Take(200), budget.Take(200)));
        Assert.Equal(1000, budget.UsedBytes);
    }

    [Fact]
    public void At_most_a_half_is_reserved_and_the_first_always_finds_some()
    {
        using SizeBudget budget = new(1000);
        Assert.Equal(500, budget.TryReserve(5000));
        Assert.Null(budget.TryReserve(1));
        budget.Release(400);
        Assert.Equal(300, budget.TryReserve(300));
        Assert.Null(budget.TryReserve(101));
        Assert.Equal(100, budget.TryReserve(100));
    }

    // A recording of which five eighths are used goes on when a program starts.
    [Theory]
    [InlineData(0, 250, 500, 375)]
    [InlineData(0, 625, 188, null)]
    [InlineData(0, 625, 187, 187)]
    [InlineData(0, 900, 51, null)]
    [InlineData(200, 625, 88, null)]
    [InlineData(200, 625, 87, 87)]
    [InlineData(0, 1000, 1, null)]
    public void What_comes_late_reserves_half_of_what_is_free_and_does_not_end_the_recording(int reserved, int used, int asked, int? found)
    {
        SizeBudget budget = new(1000);
        Assert.Equal(reserved, budget.TryReserve(reserved));
        budget.Use(used);
        bool wasReached = budget.IsReached;

        Assert.Equal((long?)found, budget.TryReserve(asked));

        Assert.Equal((wasReached, wasReached), (budget.IsReached, budget.Reached.WaitOne(0)));
    }

    [Fact]
    public void Without_a_limit_there_is_always_room()
    {
        using SizeBudget budget = new(null);
        Assert.Equal(1L << 40, budget.TryReserve(1L << 40));
        budget.Use(1L << 50);
        Assert.Equal(int.MaxValue, budget.Take(int.MaxValue));
        Assert.False(budget.IsReached);
    }

    [Fact]
    public void Of_many_that_take_at_once_none_gets_more_than_there_is()
    {
        using SizeBudget budget = new(1_000_000);
        long taken = 0;
        Parallel.For(0, 1000, i => Interlocked.Add(ref taken, budget.Take(1 + (i * 7 % 5000))));
        Assert.Equal(1_000_000, taken);
    }
}
