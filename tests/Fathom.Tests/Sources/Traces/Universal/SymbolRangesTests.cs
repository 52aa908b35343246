using Fathom.Sources.Traces.Universal;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Universal;

/// <summary>Which symbol an address has, beside a search through all of them.</summary>
public sealed class SymbolRangesTests
{
    [Fact]
    public void Each_address_has_the_innermost_symbol_that_covers_it()
    {
        Random random = new(5);
        SymbolRanges ranges = new();
        List<(ulong Start, ulong End, string Name)> told = [];
        for (int i = 0; i < 300; i++)
        {
            ulong start = (ulong)random.Next(2_000), end = start + (ulong)random.Next(60);
            told.Add((start, end, $"f{i}"));
            ranges.Add(start, end, $"f{i}");
        }

        for (ulong address = 0; address < 2_100; address++)
        {
            ulong at = address;
            var expected = told.Where(symbol => symbol.Start <= at && at <= symbol.End).OrderBy(static symbol => symbol.Start).LastOrDefault();
            Assert.Equal((expected.Name, expected.Start), ranges.Find(address) ?? (null!, 0UL));
        }
    }

    [Fact]
    public void The_ends_of_the_address_space_are_found()
    {
        SymbolRanges ranges = new();
        ranges.Add(0, 0, "first");
        ranges.Add(ulong.MaxValue, ulong.MaxValue, "last");

        Assert.Equal(("first", 0UL), ranges.Find(0));
        Assert.Equal(("last", ulong.MaxValue), ranges.Find(ulong.MaxValue));
        Assert.Null(ranges.Find(1));
        Assert.Null(new SymbolRanges().Find(1));
    }
}
