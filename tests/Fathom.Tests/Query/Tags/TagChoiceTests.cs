using Fathom.Model;
using Fathom.Query.Tags;
using Xunit;

namespace Fathom.Tests.Query.Tags;

public sealed class TagChoiceTests
{
    private const string Text = "tag JSON/Read\n a\ntag JSON/Write\n b\ntag GC\n c\ntag JSON 5\n d";

    private static readonly TagRules s_rules = TagRules.Of("a.tags", Text);

    [Theory]
    [InlineData("JSON", ",JSON/Read,JSON/Write,")]
    [InlineData("json*", ",JSON 5,JSON/Read,JSON/Write,")]
    [InlineData("JSON/Read", ",JSON/Read,")]
    [InlineData("GC", ",GC,GC/Pause,")]
    [InlineData("*/Write, Other", ",JSON/Write,Other,")]
    [InlineData("JSON,!*/Read", ",JSON/Write,")]
    [InlineData("!JSON", ",GC,GC/Pause,JSON 5,Other,")]
    [InlineData("JSON ?", ",JSON 5,")]
    public void A_pattern_means_tags_and_those_below_them(string patterns, string tags) =>
        Assert.Equal(tags, TagChoice.Of(s_rules, "--tag", patterns));

    [Theory]
    [InlineData("JSN", "No tag is called 'JSN'.", "--tag 'JSON'")]
    [InlineData("GC,JSN*", "No tag is called 'JSN*'.", "--tag 'JSON'")]
    [InlineData("Raed", "No tag is called 'Raed'.", "--tag '*/Read'")]
    [InlineData("!Bananas", "No tag is called 'Bananas'.", "--by tag shows the tags that a recording has, docs/tags.md all")]
    [InlineData("JSON,!*", "'JSON,!*' in '--tag JSON,!*' means no tag.", "--tag 'JSON*'")]
    [InlineData("", "'' in '--tag ' means no tag.", "--tag 'JSON*'")]
    [InlineData(",", "',' in '--tag ,' means no tag.", "--tag 'JSON*'")]
    public void What_means_no_tag_is_a_mistake(string patterns, string message, string next)
    {
        FathomException error = Assert.Throws<FathomException>(() => TagChoice.Of(s_rules, "--tag", patterns));

        Assert.Equal((message, next, ExitCode.Usage), (error.Message, error.NextStep, error.ExitCode));
    }
}
