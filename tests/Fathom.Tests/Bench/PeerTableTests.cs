using Fathom.Bench.Serializers;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Bench;

/// <summary>What <c>bench/serializers --peer</c> makes of its times: ratios of the same round, their middle and ends, and what is beyond 5 %.</summary>
public sealed class PeerTableTests
{
    [Fact]
    public void Ratios_are_of_the_same_round_whatever_the_machine_does_from_round_to_round()
    {
        // The machine is three times as slow in the second round; the ratio is 1.1 in each.
        PairedRatio ratio = PairedRatio.Of([110, 330, 220], [100, 300, 200]);

        Assert.Equal((1.1, 1.1, 1.1), (Math.Round(ratio.Median, 12), Math.Round(ratio.Low, 12), Math.Round(ratio.High, 12)));
        Assert.Equal("YES", ratio.Verdict);
    }

    [Fact]
    public void Of_an_even_number_of_rounds_the_middle_is_between_the_two()
    {
        PairedRatio ratio = PairedRatio.Of([100, 200, 400, 1], [100, 100, 100, 1]);

        Assert.Equal(Math.Sqrt(2), ratio.Median, 12);
        Assert.Equal((1, 4), (ratio.Low, ratio.High));
    }

    [Theory]
    [InlineData(1.049, "no")]
    [InlineData(1.051, "YES")]
    [InlineData(0.953, "no")]
    [InlineData(0.951, "YES")]
    public void Five_percent_are_as_far_below_one_as_above(double ratio, string verdict) => Assert.Equal(verdict, PairedRatio.Of([ratio], [1]).Verdict);

    [Fact]
    public void A_difference_that_not_all_rounds_show_is_said_to_be_one() => Assert.Equal("not in all rounds", PairedRatio.Of([1.2, 1.1, 0.9], [1, 1, 1]).Verdict);

    [Fact]
    public void Times_without_a_partner_make_no_ratio()
    {
        Assert.Throws<ArgumentException>(static () => PairedRatio.Of([1, 2], [1]));
        Assert.Throws<ArgumentException>(static () => PairedRatio.Of([], []));
    }

    [Fact]
    public void The_table_has_each_serializer_and_operation_with_both_ratios()
    {
        PeerTable table = new();
        foreach (double machine in (double[])[1000, 2000, 1500])
        {
            Add("System.Text.Json", "serialize", machine, 1, 1.01, 1.02);
            Add("System.Text.Json", "deserialize", machine, 2, 1.6, 2);
            Add("System.Text.Json (source generator)", "serialize", machine, 10, 10, machine > 1700 ? 9 : 12);
        }

        using StringWriter text = new();
        table.Write(text);

        Snapshot.Match(text.ToString(), "peer-table.txt");
        Assert.Equal(2, table.Beyond);

        void Add(string serializer, string operation, double machine, params double[] times)
        {
            for (int way = 0; way < times.Length; way++)
                table.Add(serializer, operation, way, times[way] * machine);
        }
    }
}
