using Fathom.Serializers.Profiles;
using Xunit;

namespace Fathom.Tests.Serializers.Profiles;

/// <summary>Bounds of a share.</summary>
public sealed class BinomialBoundsTests
{
    // Newcombe 1998, table I, method 3.
    [Theory]
    [InlineData(81, 263, 0.2553, 0.3662)]
    [InlineData(15, 148, 0.0624, 0.1605)]
    [InlineData(0, 20, 0.0000, 0.1611)]
    [InlineData(1, 29, 0.0061, 0.1718)]
    public void They_are_those_of_a_published_table(long hits, long samples, double low, double high)
    {
        BinomialBounds bounds = BinomialBounds.Of(hits, samples);

        Assert.Equal((low, high), (Math.Round(bounds.Low, 4), Math.Round(bounds.High, 4)));
    }

    [Fact]
    public void Without_samples_they_hold_everything() => Assert.Equal(new BinomialBounds(0, 1), BinomialBounds.Of(0, 0));

    [Fact]
    public void Samples_that_say_as_much_as_a_quarter_of_them_have_the_bounds_of_that_quarter() => Assert.Equal(BinomialBounds.Of(30, 100), BinomialBounds.Of(120, 400, effect: 4));

    [Fact]
    public void All_of_the_samples_reach_the_whole() => Assert.Equal(1, BinomialBounds.Of(20, 20).High);

    [Theory]
    [InlineData(0.02)]
    [InlineData(0.3)]
    [InlineData(0.9)]
    public void They_hold_a_known_share_about_as_often_as_they_say(double share)
    {
        Random random = new(11);
        int held = 0;
        for (int i = 0; i < 2000; i++)
        {
            int hits = 0;
            for (int sample = 0; sample < 400; sample++)
                hits += random.NextDouble() < share ? 1 : 0;
            BinomialBounds bounds = BinomialBounds.Of(hits, 400);
            held += bounds.Low <= share && share <= bounds.High ? 1 : 0;
        }

        Assert.InRange(held, 1860, 1960);
    }
}
