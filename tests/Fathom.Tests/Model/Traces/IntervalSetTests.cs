using Fathom.Model.Traces;
using Xunit;

namespace Fathom.Tests.Model.Traces;

/// <summary>Intervals of time are put together, cut, counted and measured.</summary>
public sealed class IntervalSetTests
{
    private static readonly TimeWindow s_all = new(null, null, 100);

    [Fact]
    public void Those_that_overlap_or_touch_are_one()
    {
        IntervalSet set = IntervalSet.Of([(40, 50), (10, 20), (20, 30), (12, 15), (60, 60), (45, 55)], s_all, "things");

        Assert.Equal([(10, 30), (40, 55)], set.Intervals);
        Assert.Equal((5, 35), (set.Count, set.LengthNs));
    }

    [Fact]
    public void Adjacent_windows_are_the_window_that_they_make() => Assert.Equal(
        IntervalSet.Of([(10, 70)], s_all, "things").Intervals, IntervalSet.Of([(30, 50), (50, 70), (10, 30)], s_all, "things").Intervals);

    [Fact]
    public void They_are_cut_to_the_part_that_is_asked_about()
    {
        IntervalSet set = IntervalSet.Of([(0, 10), (5, 25), (30, 40), (45, 90)], new TimeWindow(20, 50, 100), "things");

        Assert.Equal([(20, 25), (30, 40), (45, 50)], set.Intervals);
        Assert.Equal(3, set.Count);
        TimeWindow window = set.Window();
        Assert.Equal((20, 50, 20), (window.BeginNs, window.EndNs, window.LengthNs));
    }

    // What lies on the last moment of a recording belongs to what goes on until then.
    [Fact]
    public void One_that_ends_with_the_recording_has_no_end()
    {
        TimeWindow window = IntervalSet.Of([(0, 10), (90, 120)], s_all, "things").Window();

        Assert.True(window.FromNs < 0 && window.ToNs > 100);
        Assert.Equal((0, 100, 20), (window.BeginNs, window.EndNs, window.LengthNs));
    }

    [Theory]
    [InlineData("collections", "1 collection", "2 collections")]
    [InlineData("waits for locks", "1 wait for locks", "2 waits for locks")]
    public void What_it_was_made_from_is_counted(string what, string one, string two)
    {
        Assert.Equal(one, IntervalSet.Of([(0, 10)], s_all, what).Amount);
        Assert.Equal(two, IntervalSet.Of([(0, 10), (20, 30)], s_all, what).Amount);
    }

    [Fact]
    public void None_is_of_no_time()
    {
        IntervalSet set = IntervalSet.Of([(100, 120), (50, 50), (60, 40)], s_all, "things");

        Assert.Empty(set.Intervals);
        Assert.Equal(0, set.Window().LengthNs);
    }
}
