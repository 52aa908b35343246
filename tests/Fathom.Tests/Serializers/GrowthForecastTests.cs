using Fathom.Serializers.Suites;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>Sizes that would take too long are told from smaller ones.</summary>
public sealed class GrowthForecastTests
{
    [Fact]
    public void Nothing_is_expected_before_a_smaller_size_is_known()
    {
        GrowthForecast growth = new();
        growth.Add(1000, 5);

        Assert.Null(growth.Predict(1000));
        Assert.Null(growth.Predict(10));
    }

    [Fact]
    public void One_size_is_taken_for_linear()
    {
        GrowthForecast growth = new();
        growth.Add(1000, 400);
        growth.Add(1000, 600);

        Assert.Equal(10_000, growth.Predict(10_000)!.Value.TimeNs, 0.1);
    }

    [Fact]
    public void Quadratic_growth_is_seen_in_the_two_largest_sizes()
    {
        GrowthForecast growth = new();
        growth.Add(100, 1000);
        growth.Add(1000, 10_000);
        growth.Add(10_000, 1_000_000);

        GrowthPrediction expected = growth.Predict(100_000)!.Value;

        Assert.Equal(2, expected.Exponent, 0.001);
        Assert.Equal(1e8, expected.TimeNs, 1);
        Assert.Equal((10_000, 1_000_000), (expected.LastN, expected.LastNs));
    }

    [Fact]
    public void A_fixed_cost_does_not_make_larger_sizes_look_cheap()
    {
        GrowthForecast growth = new();
        growth.Add(1, 1000);
        growth.Add(10, 1100);

        Assert.Equal(11_000, growth.Predict(100)!.Value.TimeNs, 0.1);
    }
}
