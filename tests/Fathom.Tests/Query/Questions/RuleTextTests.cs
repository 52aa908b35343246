using Fathom.Query.Questions;
using Xunit;

namespace Fathom.Tests.Query.Questions;

/// <summary>Sentences with names of columns, and headers of rules with mistakes.</summary>
public sealed class RuleTextTests
{
    private static readonly Dictionary<string, string?> s_values = new() { ["a"] = "1", ["b"] = "two {a}", ["none"] = null };

    [Theory]
    [InlineData("nothing", "nothing")]
    [InlineData("{a} of {b}", "1 of two {a}")]
    [InlineData("{a}[ in {b}][ by {none}, {a}] all", "1 in two {a} all")]
    [InlineData("{none}[{a}]", "1")]
    [InlineData("[{none}]", "")]
    public void Values_stand_for_columns_and_options_without_one_are_left_out(string text, string expected) =>
        Assert.Equal(expected, RuleText.With(text, column => s_values[column]));

    [Theory]
    [InlineData("{a} [b {none}]", null)]
    [InlineData("{c}", "'c' in '{c}' is none of the columns")]
    [InlineData("{a", "'{a' has a '{' without a '}'")]
    [InlineData("[a", "'[a' has a '[' without a ']'")]
    [InlineData("a]", "'a]' has a ']' without a '['")]
    [InlineData("[a[b]]", "'[a[b]]' has a bracket within brackets")]
    public void A_mistake_is_named(string text, string? mistake) => Assert.Equal(mistake, RuleText.Mistake(text, s_values.Keys));

    [Fact]
    public void A_line_that_begins_with_a_comma_or_the_like_goes_on_without_a_blank()
    {
        Assert.Equal("a b", RuleText.Join("a", "b"));
        Assert.Equal("a[; b]", RuleText.Join("a", "[; b]"));
        Assert.Equal("a, b", RuleText.Join("a", ", b"));
    }

    [Theory]
    [InlineData("-- Rule: error\n--   says   {n}\n--   ranks  2", "x.sql, line 6: 'ranks' is none of order, needs, about, says, next, see.")]
    [InlineData("-- Rule: error\n--   says   {n}\n--   order  first", "x.sql, line 6: order 'first' is no number.")]
    [InlineData("-- Rule: error\n--   order  1", "x.sql, line 5: 'says' is missing, the sentence of a finding.")]
    [InlineData("-- Rule: error\n--   says", "x.sql, line 5: nothing stands behind 'says'.")]
    public void A_mistake_in_the_header_of_a_rule_has_file_and_line(string rule, string error) => Assert.Equal(
        error,
        Assert.Throws<InvalidDataException>(() => NamedQuery.OfText("x.sql", $"-- Counts.\n-- Columns:\n--   n  count\n{rule}\nSELECT 1 AS n")).Message);

    [Fact]
    public void A_rule_has_what_its_header_says()
    {
        RuleHeader rule = NamedQuery.OfText(
            "x.sql",
            "-- Counts.\r\n-- Columns:\r\n--   n  count\r\n-- Rule: info\r\n--   order  7\r\n--   about  all\r\n--   needs  process, thread\r\n--   says   {n} of\r\n--   says   them\r\n"
                + "--   next   cpu --by tag\r\n--   see    x\r\nSELECT 1 AS n").Header.Rule!;

        Assert.Equal(("info", 7, "{n} of them", "cpu --by tag", "x", "all"), (rule.Severity, rule.Order, rule.Says, rule.Next, rule.See, rule.About));
        Assert.Equal(["process", "thread"], rule.Needs);
    }
}
