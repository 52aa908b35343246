using Fathom.Sources.Traces.Trends;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Trends;

/// <summary>What the rows of a file of points are of.</summary>
public sealed class TrendColumnsTests
{
    private const string Leading = "utc,pid,name,command_line,age_s,context";

    [Theory]
    [InlineData("segment", "140390522945536", "Order | 0x7faf37400000")]
    [InlineData("segment", "0x7faf37400000", "Order | 0x7faf37400000")]
    [InlineData("generation", "2", "Order | 2")]
    [InlineData("segment", "", "Order")]
    public void An_address_is_one_item_in_the_notation_of_each_version(string part, string field, string item)
    {
        TrendColumns columns = TrendColumns.Parse($"{Leading},type,{part},count".Split(','), "a.csv");

        Assert.Equal(item, columns.Item(["", "", "", "", "", "", "Order", field, "1"]));
    }
}
