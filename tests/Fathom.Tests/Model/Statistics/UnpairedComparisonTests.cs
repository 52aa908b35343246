using Fathom.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Model.Statistics;

/// <summary>Two recordings of the same things: the promised rate of false changes, against noise whose truth is known.</summary>
public sealed class UnpairedComparisonTests
{
    private const int Repetitions = 1000;

    // 99 % for all ratios together: 10 families of 1000 may have a false change, and 20 would be beyond chance (three standard deviations are 9.5).
    [Theory]
    [InlineData(1, 3, 3, 1)]
    [InlineData(1, 5, 5, 1)]
    [InlineData(3, 5, 5, 1)]
    [InlineData(4, 3, 5, 1)]
    [InlineData(6, 5, 5, 1)]
    [InlineData(20, 3, 3, 1)]
    [InlineData(20, 5, 5, 1)]
    // The new recording was made beside other programs.
    [InlineData(2, 5, 5, 4)]
    [InlineData(8, 5, 5, 4)]
    public void What_did_not_change_is_not_said_to_have_changed(int things, int before, int after, double busier)
    {
        KnownTimes random = new(7);
        double[] truth = [.. Enumerable.Repeat(1.0, things)];

        int families = Enumerable.Range(0, Repetitions).Count(_ =>
        {
            UnpairedComparison comparison = new(Launches(random, truth, before, 1), Launches(random, truth, after, busier), 1, things);
            return Enumerable.Range(0, things).Any(thing => comparison.Ratio(thing) is { Low: > 1 } or { High: < 1 });
        });

        Assert.InRange(families, 0, 20);
    }

    [Theory]
    [InlineData(1, 5, 1)]
    [InlineData(6, 5, 1)]
    [InlineData(20, 5, 1)]
    // All serializers with all cases.
    [InlineData(30, 5, 16)]
    public void Ten_percent_are_found(int things, int launches, int groups)
    {
        KnownTimes random = new(8);
        double[] before = [.. Enumerable.Repeat(1.0, things)], after = [1.1, .. before[1..]];

        int found = Enumerable.Range(0, Repetitions)
            .Count(_ => new UnpairedComparison(Launches(random, before, launches, 1), Launches(random, after, launches, 1), groups, groups * things).Ratio(0).Low > 1);

        Assert.InRange(found, 900, Repetitions);
    }

    // Everything became a fifth slower: that is seen, and that none of them changed more than another.
    [Fact]
    public void What_changed_as_much_as_another_did_not_change_more()
    {
        KnownTimes random = new(9);
        double[] before = [1, 2, 3, 4, 5], after = [1.2, 2.4, 3.6, 4.8, 9];

        UnpairedComparison comparison = new(Launches(random, before, 8, 1), Launches(random, after, 8, 1), 1, 5);

        Assert.All(Enumerable.Range(0, 5), thing => Assert.True(comparison.Ratio(thing).Low > 1));
        Assert.False(comparison.ChangedMore(1, 0));
        Assert.True(comparison.ChangedMore(4, 0));
    }

    // Processes scatter by 1 %, and those of a launch by half a percent together.
    private static Dictionary<long, double>[] Launches(KnownTimes random, double[] truth, int launches, double busier)
    {
        Dictionary<long, double>[] things = [.. truth.Select(static _ => new Dictionary<long, double>())];
        for (int launch = 1; launch <= launches; launch++)
        {
            double common = 0.005 * busier * random.Normal();
            for (int thing = 0; thing < truth.Length; thing++)
                things[thing][launch] = truth[thing] * Math.Exp(common + (0.01 * busier * random.Normal()));
        }

        return things;
    }
}
