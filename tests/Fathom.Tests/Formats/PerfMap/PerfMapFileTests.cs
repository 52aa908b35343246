using Fathom.Formats.PerfMap;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.PerfMap;

/// <summary>Maps of compiled code.</summary>
public sealed class PerfMapFileTests
{
    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void A_public_map_has_all_its_lines_and_each_is_found_where_it_says()
    {
        string file = Path.Combine(Needs.DataFolder(), "perfmap", "one-collect", "dotnet-info.map");
        string[] lines = File.ReadAllLines(file);

        PerfMapFile map = PerfMapFile.Read(new StreamReader(file));

        Assert.Equal(0, map.BadLines);
        // A later line of the same address takes the place of the one before.
        Assert.Equal(lines.Select(static line => line[..line.IndexOf(' ')]).Distinct().Count(), map.Symbols.Count);
        Assert.Equal(72, map.Symbols.Count(static symbol => symbol.Name.EndsWith("[QuickJitted]", StringComparison.Ordinal)));
        Assert.Equal(9, map.Symbols.Count(static symbol => symbol.Name.EndsWith("[OptimizedTier1]", StringComparison.Ordinal)));
        foreach (PerfMapSymbol symbol in map.Symbols.Where(static symbol => symbol.SizeBytes > 0))
            Assert.Equal(symbol, map.Find(symbol.Start));
    }

    [Fact]
    public void Lines_of_another_form_are_counted_and_ends_are_exclusive()
    {
        PerfMapFile map = PerfMapFile.Read(new StringReader("1000 10 first one\nhello\n2000 zz bad\n1010 8 second\n3000 4 \n1000 10 again\n0x4000 0x20 third\n\n"));

        Assert.Equal(4, map.BadLines);
        Assert.Equal(["again", "second", "third"], map.Symbols.Select(static symbol => symbol.Name));
        Assert.Equal("again", map.Find(0x100F)?.Name);
        Assert.Equal("second", map.Find(0x1010)?.Name);
        Assert.Equal("third", map.Find(0x401F)?.Name);
        Assert.Null(map.Find(0x1018));
        Assert.Null(map.Find(0xFFF));
    }
}
