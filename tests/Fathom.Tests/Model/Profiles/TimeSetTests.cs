using Fathom.Model.Profiles;
using Xunit;

namespace Fathom.Tests.Model.Profiles;

/// <summary>Pieces of time: each moment once, nothing outside of the window.</summary>
public sealed class TimeSetTests
{
    private static readonly TimeSlice s_window = new(100, 200);

    [Fact]
    public void Pieces_that_overlap_lie_in_each_other_or_touch_are_one() =>
        Assert.Equal(
            [new(110, 150), new(160, 170)],
            TimeSet.Of([new(160, 170), new(110, 120), new(115, 140), new(116, 118), new(140, 150)], s_window).Slices);

    [Fact]
    public void What_lies_outside_of_the_window_is_cut_off() =>
        Assert.Equal(
            [new(100, 105), new(150, 160), new(190, 200)],
            TimeSet.Of([new(0, 99), new(90, 105), new(150, 160), new(190, 260), new(200, 210), new(0, 100)], s_window).Slices);

    [Fact]
    public void A_piece_that_ends_before_it_begins_is_nothing() => Assert.Equal(0, TimeSet.Of([new(150, 140), new(120, 120)], s_window).DurationNs);

    [Fact]
    public void A_piece_over_the_whole_window_is_the_window() => Assert.Equal(100, TimeSet.Of([new(0, 1000), new(120, 130)], s_window).DurationNs);

    [Fact]
    public void Joining_subtracting_and_finding_are_those_of_sets_of_moments()
    {
        Random random = new(7);
        for (int round = 0; round < 300; round++)
        {
            TimeSlice[] a = Draw(random), b = Draw(random);
            HashSet<long> left = [.. Moments(a)], other = [.. Moments(b)];
            TimeSet joined = TimeSet.Of(a, s_window), rest = joined.Without(TimeSet.Of(b, s_window));
            Assert.Equal(left.Count, joined.DurationNs);
            Assert.Equal(left.Except(other).Order(), Moments(rest.Slices));
            for (long ns = 95; ns < 205; ns++)
                Assert.Equal(left.Contains(ns) && !other.Contains(ns), rest.Contains(ns));
        }
    }

    private static TimeSlice[] Draw(Random random) =>
        [.. Enumerable.Range(0, random.Next(8)).Select(_ => random.Next(90, 210)).Select(start => new TimeSlice(start, start + random.Next(-3, 30)))];

    private static IEnumerable<long> Moments(IEnumerable<TimeSlice> slices)
    {
        foreach (TimeSlice slice in slices.Select(static slice => slice.Within(s_window)))
        {
            for (long ns = slice.StartNs; ns < slice.EndNs; ns++)
                yield return ns;
        }
    }
}
