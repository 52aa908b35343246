using Fathom.Bench.Recording;
using Fathom.Bench.Recording.Prices;
using Fathom.Model;
using Fathom.Model.Statistics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Bench;

/// <summary>Prices of <c>bench/record</c>, kept as a recording and compared at each run.</summary>
public sealed class KeptPricesTests : IDisposable
{
    private const string Here = "a processor, 2 processors, Linux 6.1, .NET 10";
    private const string Unit = "ns";

    private readonly TestFolder _folder = new();
    private readonly StringWriter _output = new();

    private string Kept => _folder.File("record.fathom");

    public void Dispose()
    {
        _output.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData(11, 13, nameof(PriceVerdict.Dearer))]
    [InlineData(9.5, 11, nameof(PriceVerdict.Same))]
    [InlineData(5, 7, nameof(PriceVerdict.Cheaper))]
    [InlineData(double.NaN, double.NaN, nameof(PriceVerdict.NotKnown))]
    public void A_price_is_another_one_where_the_bounds_do_not_overlap(double low, double high, string verdict) =>
        Assert.Equal(verdict, KeptPrices.Judge(Of("a wait", 8, 10), Of("a wait", low, high)).ToString());

    [Fact]
    public void What_is_kept_is_read_again_as_it_was()
    {
        Price[] prices = [Of("a sample", -1.5, 1e-9), new("the recorder", "% of a processor", 1, Estimate.Unbounded(3.63)), Of("a wait", 2_100, 2_300)];

        new PriceBook(Here, prices).Write(Kept, TimeProvider.System);
        new PriceBook(Here, prices).Write(Kept, TimeProvider.System);
        PriceBook read = PriceBook.Read(Kept);

        Assert.Equal(Here, read.Machine);
        Assert.Equal(prices.OrderBy(static price => price.What, StringComparer.Ordinal), read.Prices);
    }

    [Fact]
    public void A_price_that_is_dearer_by_more_than_a_quarter_fails_on_the_machine_of_the_kept_ones_only()
    {
        new PriceBook(Here, [Of("a wait", 8, 10), Of("a sample", 8, 10)]).Write(Kept, TimeProvider.System);
        Price[] now = [Of("a wait", 13, 14), Of("a sample", 11, 12), Of("a thread", 1, 2)];

        Assert.False(Prices(Here).Compare(now));
        Assert.Equal(
            [
                $"  kept prices of this machine ({Here}):",
                "    a wait: 9.0 ns (8.0 to 10.0) -> 13.5 ns (13.0 to 14.0): dearer, MISSED",
                "    a sample: 9.0 ns (8.0 to 10.0) -> 11.5 ns (11.0 to 12.0): dearer",
                "    a thread: 1.5 ns (1.0 to 2.0); none is kept",
            ],
            Lines());
        Assert.True(Prices("elsewhere").Compare(now));
        Assert.Equal($"  kept prices are of another machine ({Here}), so none of them is a limit:", Lines()[0]);
    }

    [Fact]
    public void Where_none_are_kept_nothing_fails_and_keeping_makes_them()
    {
        Assert.True(Prices(Here).Compare([Of("a wait", -1, 3)]));
        Assert.Equal([$"  no prices are kept in '{Kept}': --keep keeps those of this run"], Lines());

        Prices(Here).Keep([Of("a wait", -1, 3)], TimeProvider.System);
        Prices(Here).Keep([Of("a sample", 1, 2)], TimeProvider.System);
        Assert.Equal(["a sample", "a wait"], PriceBook.Read(Kept).Prices.Select(static price => price.What));
        Prices(Here).Compare([Of("a wait", -1, 3)]);
        Assert.Contains("    a wait: 1.0 ns (-1.0 to 3.0), not to be told from none -> 1.0 ns (-1.0 to 3.0), not to be told from none: the same", Lines());

        // Those of another machine would be compared with these.
        Prices("elsewhere").Keep([Of("a sample", 1, 2)], TimeProvider.System);
        Assert.Equal(["a sample"], PriceBook.Read(Kept).Prices.Select(static price => price.What));
    }

    [Fact]
    public void Damaged_prices_are_one_sentence()
    {
        new PriceBook(Here, [Of("a wait", 8, 10)]).Write(Kept, TimeProvider.System);
        string part = Directory.GetFiles(Path.Combine(Kept, "machine_fact")).Single();
        byte[] bytes = File.ReadAllBytes(part);
        bytes[bytes.Length / 2] ^= 1;
        File.WriteAllBytes(part, bytes);

        FathomException thrown = Assert.Throws<FathomException>(() => Prices(Here).Compare([Of("a wait", 8, 10)]));

        Assert.DoesNotContain('\n', thrown.Message);
    }

    [Fact]
    public void The_mean_of_rounds_lies_between_its_bounds_and_equal_rounds_leave_no_room()
    {
        Estimate some = PairedDifference.Of([9, 10, 11]);

        Assert.Equal((10, true, true), (some.Median, some.Low is > 8 and < 9, some.High is > 11 and < 12));
        Assert.Equal(new Estimate(4, 4, 4), PairedDifference.Of([4, 4, 4]));
    }

    private static Price Of(string what, double low, double high) => new(what, Unit, 8, new Estimate((low + high) / 2, low, high));

    private KeptPrices Prices(string machine) => new(Kept, machine, _output);

    private string[] Lines()
    {
        string[] lines = _output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        _output.GetStringBuilder().Clear();
        return lines;
    }
}
