using System.IO.Compression;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Cases.Games;
using Fathom.Serializers.Kit.Cases.Northwind;
using Fathom.Serializers.Kit.Cases.Tweets;
using Xunit;

namespace Fathom.Tests.Serializers.Cases;

// Seeds are fixed: the bounds are several standard deviations wide, but nothing here depends on luck.
public sealed class CaseDataTests
{
    private const int Draws = 4_000;

    [Theory]
    [InlineData(4)]
    [InlineData(16)]
    [InlineData(200)]
    public void The_mean_length_of_text_is_that_of_the_dial(int mean)
    {
        double measured = Texts(new CaseDials { StringLength = mean, NonAsciiPercent = 0 }).Average(static text => text.Length);

        Assert.InRange(measured, mean * 0.97, mean * 1.03);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(5)]
    [InlineData(50)]
    [InlineData(100)]
    public void The_share_of_characters_beyond_ascii_is_that_of_the_dial(int percent)
    {
        int all = 0, wide = 0;
        foreach (System.Text.Rune rune in Texts(new CaseDials { NonAsciiPercent = percent }).SelectMany(static text => text.EnumerateRunes()))
        {
            all++;
            wide += rune.IsAscii ? 0 : 1;
        }

        Assert.InRange(100.0 * wide / all, percent - 1, percent + 1);
    }

    [Fact]
    public void Text_has_no_surrogate_without_its_partner() =>
        Assert.All(Texts(new CaseDials { NonAsciiPercent = 50 }), static text => Assert.DoesNotContain('\uFFFD', string.Concat(text.EnumerateRunes())));

    [Fact]
    public void Text_neither_starts_nor_ends_with_a_space() =>
        Assert.All(Texts(new CaseDials { StringLength = 3, EntropyPercent = 100 }), static text => Assert.Equal(text.Trim(), text));

    [Theory]
    [InlineData(0)]
    [InlineData(30)]
    [InlineData(100)]
    public void The_share_of_nulls_is_that_of_the_dial(int percent)
    {
        CaseData data = new(new CaseDials { NullPercent = percent });
        int nulls = Enumerable.Range(0, Draws).Count(_ => data.TextOrNull() is null);

        Assert.InRange(100.0 * nulls / Draws, percent - 2.5, percent + 2.5);
    }

    [Fact]
    public void Nulls_reach_the_rows_of_a_case()
    {
        Assert.DoesNotContain(Orders(0), static order => order.ShipName is null || order.ShippedDate is null || order.ShipVia is null);
        Assert.All(Orders(100), static order => Assert.True(order.ShipName is null && order.ShippedDate is null && order.ShipVia is null));
        Assert.InRange(Orders(40).Count(static order => order.ShipName is null), 320, 480);
    }

    [Fact]
    public void Entropy_is_what_is_left_after_compression()
    {
        long[] sizes = [.. new[] { 0, 25, 50, 75, 100 }.Select(static percent => Compressed(new CaseData(new CaseDials { EntropyPercent = percent }).Bytes(50_000)))];

        Assert.Equal(sizes.Order(), sizes);
        Assert.InRange(sizes[0], 1, 1_000);
        Assert.InRange(sizes[4], 50_000, 51_000);
    }

    [Fact]
    public void Entropy_makes_text_repeat_less()
    {
        long[] sizes = [.. new[] { 0, 50, 100 }.Select(static percent => Compressed(
            System.Text.Encoding.UTF8.GetBytes(string.Concat(Texts(new CaseDials { EntropyPercent = percent, NonAsciiPercent = 0 })))))];

        Assert.True(sizes[0] * 2 < sizes[1] && sizes[1] < sizes[2], string.Join(' ', sizes));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4)]
    public void Nesting_is_the_depth_that_items_reach_and_never_pass(int nesting)
    {
        GameSaves saves = new GameSavesCase().Generate(new CaseData(new CaseDials { N = 300, Nesting = nesting }));

        Assert.Equal(nesting, saves.Players.SelectMany(static player => player.Inventory).Max(DepthOf));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public void Nesting_is_the_depth_of_texts_that_repeat_texts(int nesting)
    {
        Timeline timeline = new TweetsCase().Generate(new CaseData(new CaseDials { N = 300, Nesting = nesting }));

        Assert.Equal(nesting, timeline.Statuses.Max(DepthOf));
    }

    [Fact]
    public void The_rows_of_all_tables_are_as_many_as_asked_for_in_the_proportions_of_the_model()
    {
        NorthwindTables tables = new NorthwindTablesCase().Generate(new CaseData(new CaseDials { N = 3308 }));

        Assert.Equal(
            [4, 53, 8, 3, 29, 91, 9, 49, 77, 830, 2155],
            [
                tables.Regions.Count, tables.Territories.Count, tables.Categories.Count, tables.Shippers.Count, tables.Suppliers.Count, tables.Customers.Count,
                tables.Employees.Count, tables.EmployeeTerritories.Count, tables.Products.Count, tables.Orders.Count, tables.OrderDetails.Count,
            ]);
    }

    [Fact]
    public void Most_skewed_numbers_are_small()
    {
        CaseData data = new(new CaseDials());
        int[] drawn = [.. Enumerable.Range(0, Draws).Select(_ => data.Skewed(20)).Order()];

        Assert.InRange(drawn[Draws / 2], 1, 2_000);
        Assert.InRange(drawn[^1], 500_000, (1 << 20) - 1);
    }

    private static List<string> Texts(CaseDials dials)
    {
        CaseData data = new(dials);
        return data.Many(Draws, static (data, _) => data.Text());
    }

    private static List<OrderDto> Orders(int nullPercent) =>
        new NorthwindRowsCase().Generate(new CaseData(new CaseDials { N = 1_000, NullPercent = nullPercent })).Orders;

    private static int DepthOf(GameItem item) => item.Contents.Count == 0 ? 0 : 1 + item.Contents.Max(DepthOf);

    private static int DepthOf(Tweet tweet) => tweet.Repeated is { } inner ? 1 + DepthOf(inner) : 0;

    private static long Compressed(byte[] data)
    {
        using MemoryStream stream = new();
        using (BrotliStream packer = new(stream, CompressionLevel.Optimal, leaveOpen: true))
            packer.Write(data);
        return stream.Length;
    }
}
