using Fathom.Model.Patterns;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Model.Conditions;

public sealed class PatternTests
{
    [Theory]
    [InlineData("abc", "abc", true)]
    [InlineData("abc", "ABC", true)]
    [InlineData("abc", "abcd", false)]
    [InlineData("abc", "xabc", false)]
    [InlineData("", "", true)]
    [InlineData("", "a", false)]
    [InlineData("*", "", true)]
    [InlineData("*", "anything", true)]
    [InlineData("a*", "a", true)]
    [InlineData("a*c", "abbbc", true)]
    [InlineData("a*c", "abbb", false)]
    [InlineData("*.*", "System.String", true)]
    [InlineData("*ab*ab", "abxabab", true)]
    [InlineData("*a*b*c*", "xxbxaxc", false)]
    [InlineData("a?c", "abc", true)]
    [InlineData("a?c", "ac", false)]
    [InlineData("?", "", false)]
    [InlineData("**", "x", true)]
    [InlineData("[a]", "a", false)]
    [InlineData("List<*>", "List<int>", true)]
    [InlineData("straße", "STRASSE", false)]
    public void A_pattern_fits_the_whole_value_without_regard_to_case(string pattern, string value, bool fits) =>
        Assert.Equal(fits, new Pattern(pattern).Matches(value));

    [Theory]
    [InlineData("api*,db*", "api1", true)]
    [InlineData("api*,db*", "db2", true)]
    [InlineData("api*, db*", "db2", true)]
    [InlineData("api*,db*", "web", false)]
    [InlineData("api*,!*test", "api1", true)]
    [InlineData("api*,!*test", "api-test", false)]
    [InlineData("!*test", "anything", true)]
    [InlineData("!*test", "a test", false)]
    [InlineData("Dictionary<string,Order>", "Dictionary<string,Order>", true)]
    [InlineData("Dictionary<string,Order>", "Dictionary<string", false)]
    [InlineData("Dictionary<string,Order>,int[,]", "int[,]", true)]
    [InlineData("*<*,b*", "bcd", true)]
    [InlineData("(a<b,c),d", "d", true)]
    [InlineData("(a<b,c),d", "(a<b,c)", true)]
    [InlineData("", "", true)]
    [InlineData("", "x", false)]
    [InlineData("!", "", false)]
    [InlineData("!", "x", true)]
    public void A_list_takes_commas_outside_brackets_and_exclamation_marks_exclude(string list, string value, bool fits) =>
        Assert.Equal(fits, new PatternList(list).Matches(value));

    [Fact]
    public void Values_of_a_repeated_option_are_one_list()
    {
        PatternList list = new(["a*", "b*,!bad"]);

        Assert.True(list.Matches("also"));
        Assert.True(list.Matches("by"));
        Assert.False(list.Matches("bad"));
    }

    [Fact]
    public void The_matcher_agrees_with_a_simple_recursive_one()
    {
        Gen<string> text = Gen.Elements('a', 'b', '*', '?').ListOf(8).Select(list => new string([.. list]));
        Prop.ForAll(Arb.From(text), Arb.From(text), (pattern, value) => new Pattern(pattern).Matches(value) == Fits(pattern, value))
            .QuickCheckThrowOnFailure();
    }

    [Fact]
    public void A_hostile_pattern_takes_no_more_than_the_product_of_the_lengths()
    {
        string pattern = string.Concat(Enumerable.Repeat("a*", 2_000)) + "b";

        Assert.False(new Pattern(pattern).Matches(new string('a', 20_000)));
        Assert.True(new PatternList(new string('<', 100_000)).Matches(new string('<', 100_000)));
    }

    private static bool Fits(string pattern, string value) => pattern switch
    {
        "" => value.Length == 0,
        ['*', .. var rest] => Fits(rest, value) || (value.Length > 0 && Fits(pattern, value[1..])),
        ['?', .. var rest] => value.Length > 0 && Fits(rest, value[1..]),
        _ => value.Length > 0 && value[0] == pattern[0] && Fits(pattern[1..], value[1..]),
    };
}
