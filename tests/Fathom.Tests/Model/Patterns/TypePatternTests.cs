using Fathom.Model.Patterns;
using Xunit;

namespace Fathom.Tests.Model.Patterns;

/// <summary>What a table shows of a type finds that type.</summary>
public sealed class TypePatternTests
{
    private const string Entries = "System.Collections.Generic.Dictionary<System.Int32, MyApp.Order>+Entry[]";

    [Theory]
    [InlineData(Entries, true)]
    [InlineData("Dictionary<int, Order>.Entry[]", true)]
    [InlineData("dictionary<int, order>.entry[]", true)]
    [InlineData("System.Collections.Generic.Dictionary<int, MyApp.Order>.Entry[]", true)]
    [InlineData("…ionary<int, Order>.Entry[]", true)]
    [InlineData("…Dictionary<System.Int32, MyApp.Order>+Entry[]", true)]
    [InlineData("Dictionary<int, Order>", false)]
    [InlineData("Dictionary*", false)]
    [InlineData("System.*", true)]
    [InlineData("*Order*", true)]
    [InlineData("*,!Dictionary<int, Order>.Entry[]", false)]
    [InlineData("*,!Dictionary*", true)]
    public void A_pattern_without_wildcards_fits_the_name_in_CSharp_too(string pattern, bool fits)
    {
        PatternList list = new(pattern) { AreTypes = true };

        Assert.Equal(fits, list.Matches(Entries));
        // The second answer comes from what is remembered.
        Assert.Equal(fits, list.Matches(Entries));
    }

    [Fact]
    public void Other_text_is_compared_as_it_is()
    {
        Assert.False(new PatternList("string").Matches("System.String"));
        Assert.True(new PatternList("string") { AreTypes = true }.Matches("System.String"));
        Assert.True(new PatternList("/usr/…/libc.so.6").Matches("/usr/lib/x86_64-linux-gnu/libc.so.6"));
    }
}
