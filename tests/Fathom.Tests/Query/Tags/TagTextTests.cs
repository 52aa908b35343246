using Fathom.Model;
using Fathom.Query.Tags;
using Xunit;

namespace Fathom.Tests.Query.Tags;

public sealed class TagTextTests
{
    [Fact]
    public void A_tag_has_the_methods_below_it_and_a_priority()
    {
        const string text = """
            # what we sell
            tag Shop/Prices
              priority -7
              Shop.Prices.*
              *.Dll ! Of?

            tag Native
            [kernel]!vfs_*
              libstdc++.so.6!operator new(unsigned long)
            tag Mine
              own code
            """;

        Assert.Equal(
            [
                new TagRule("Shop/Prices", null, "Shop.Prices.*", -7), new TagRule("Shop/Prices", "*.Dll", "Of?", -7),
                new TagRule("Native", "[kernel]", "vfs_*", 0), new TagRule("Native", "libstdc++.so.6", "operator new(unsigned long)", 0),
                new TagRule("Mine", null, "own code", 0),
            ],
            TagText.Parse("a.tags", text));
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("# nothing\r\n\r\n", 0)]
    [InlineData("\uFEFFtag A\r\n  B\r\n", 1)]
    [InlineData("tag A\rB", 1)]
    public void Lines_may_end_in_each_way_and_there_may_be_none(string text, int rules) =>
        Assert.Equal(rules, TagText.Parse("a.tags", text).Count);

    [Theory]
    [InlineData("Shop.*\ntag A\nB", "Line 1 of the tags 'a.tags' has 'Shop.*' before the first tag.")]
    [InlineData("tag A\n\ntag B\n  C", "Line 1 of the tags 'a.tags' has tag 'A', below which no method stands.")]
    [InlineData("tag A\n  B\ntag C\n  priority 4", "Line 3 of the tags 'a.tags' has tag 'C', below which no method stands.")]
    [InlineData("tag\n  B", "Line 1 of the tags 'a.tags' has a tag without a name.")]
    [InlineData(
        "tag A//B\n  C",
        "Line 1 of the tags 'a.tags' has the tag 'A//B', of which a part is empty or begins or ends with a blank.")]
    [InlineData(
        "tag A/ B\n  C",
        "Line 1 of the tags 'a.tags' has the tag 'A/ B', of which a part is empty or begins or ends with a blank.")]
    [InlineData("tag A,B\n  C", "Line 1 of the tags 'a.tags' has a tag with a comma, or a sign that cannot be shown, in its name.")]
    [InlineData(
        "tag A\n  priority high\n  C",
        "Line 2 of the tags 'a.tags' has the priority 'high', which is no number from -10000 to 10000.")]
    [InlineData(
        "tag A\n  priority 10001\n  C",
        "Line 2 of the tags 'a.tags' has the priority '10001', which is no number from -10000 to 10000.")]
    [InlineData(
        "tag A\n  priority -2147483648\n  C",
        "Line 2 of the tags 'a.tags' has the priority '-2147483648', which is no number from -10000 to 10000.")]
    [InlineData("tag A\n  C\n  priority 1", "Line 3 of the tags 'a.tags' has a priority below a method; it stands below its tag.")]
    [InlineData("tag A\n  !C", "Line 2 of the tags 'a.tags' has '!C', which has no file before '!'.")]
    [InlineData("tag A\n  C!", "Line 2 of the tags 'a.tags' has 'C!', which has no method after '!'.")]
    [InlineData("tag A\n  C\0", "Line 2 of the tags 'a.tags' is no text.")]
    public void A_mistake_is_told_with_its_line(string text, string message)
    {
        FathomException error = Assert.Throws<FathomException>(() => TagRules.With("a.tags", text));

        Assert.Equal((message, ExitCode.Usage), (error.Message, error.ExitCode));
    }

    // Whatever stands in a file: it is rules, or a mistake that is told.
    [Fact]
    public void Damaged_rules_are_rules_or_a_mistake()
    {
        Random random = new(7);
        string shipped = TagRules.ShippedText();
        int wrong = 0;
        for (int i = 0; i < 300; i++)
        {
            char[] text = shipped.ToCharArray();
            for (int at = random.Next(1, 30); at > 0; at--)
                text[random.Next(text.Length)] = (char)random.Next(1, 130);
            try
            {
                TagRules.With("a.tags", new string(text));
            }
            catch (FathomException error) when (error.ExitCode == ExitCode.Usage)
            {
                wrong++;
            }
        }

        Assert.InRange(wrong, 1, 299);
    }
}
