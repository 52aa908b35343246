using Fathom.Serializers.Profiles;
using Xunit;

namespace Fathom.Tests.Serializers.Profiles;

/// <summary>What samples that depend on their neighbours say about a share, against a chain whose long share is known.</summary>
public sealed class SampleRunsTests
{
    private const int Samples = 1000;

    // A chain that stays in a part for some samples: the share of copying is entering / (entering + leaving).
    [Theory]
    [InlineData(0.3, 0.7)]
    [InlineData(0.03, 0.07)]
    [InlineData(0.02, 0.18)]
    public void Bounds_hold_the_share_of_a_chain_in_at_least_92_of_100(double entering, double leaving)
    {
        const int trials = 2000;
        double share = entering / (entering + leaving);
        Random random = new(17);
        int held = 0;
        for (int trial = 0; trial < trials; trial++)
        {
            (SampleRuns runs, int hits) = Draw(random, entering, leaving);
            BinomialBounds bounds = BinomialBounds.Of(hits, Samples, runs.EffectOn(ProfilePart.Copy));
            held += bounds.Low <= share && share <= bounds.High ? 1 : 0;
        }

        Assert.InRange(held, trials * 92 / 100, trials * 985 / 1000);
    }

    [Fact]
    public void Bounds_of_independent_samples_would_hold_it_far_less_often()
    {
        Random random = new(17);
        int held = 0;
        for (int trial = 0; trial < 1000; trial++)
        {
            BinomialBounds bounds = BinomialBounds.Of(Draw(random, 0.03, 0.07).Hits, Samples);
            held += bounds.Low <= 0.3 && 0.3 <= bounds.High ? 1 : 0;
        }

        Assert.True(held < 700, $"{held} of 1000");
    }

    [Fact]
    public void The_order_in_which_samples_are_given_does_not_matter()
    {
        SampleRuns forwards = new(), backwards = new();
        for (int i = 0; i < 200; i++)
        {
            forwards.Add(i, PartOf(i));
            backwards.Add(199 - i, PartOf(199 - i));
        }

        Assert.True(forwards.EffectOn(ProfilePart.Copy) > 5);
        Assert.Equal(forwards.EffectOn(ProfilePart.Copy), backwards.EffectOn(ProfilePart.Copy));

        static ProfilePart PartOf(int i) => i < 100 ? ProfilePart.Copy : ProfilePart.Serializer;
    }

    [Theory]
    [InlineData(0)]
    [InlineData(99)]
    public void Too_few_samples_have_no_effect(int count)
    {
        SampleRuns runs = new();
        for (int i = 0; i < count; i++)
            runs.Add(i, i < count / 2 ? ProfilePart.Copy : ProfilePart.Serializer);

        Assert.Equal(1, runs.EffectOn(ProfilePart.Copy));
    }

    [Fact]
    public void A_part_without_samples_and_one_with_all_of_them_have_no_scatter()
    {
        SampleRuns runs = new();
        for (int i = 0; i < 500; i++)
            runs.Add(i, ProfilePart.Serializer);

        Assert.Equal((1, 1), (runs.EffectOn(ProfilePart.Copy), runs.EffectOn(ProfilePart.Serializer)));
    }

    private static (SampleRuns Runs, int Hits) Draw(Random random, double entering, double leaving)
    {
        SampleRuns runs = new();
        int hits = 0;
        bool copies = random.NextDouble() < entering / (entering + leaving);
        for (int i = 0; i < Samples; i++)
        {
            runs.Add(i, copies ? ProfilePart.Copy : ProfilePart.Serializer);
            hits += copies ? 1 : 0;
            copies = copies ? random.NextDouble() >= leaving : random.NextDouble() < entering;
        }

        return (runs, hits);
    }
}
