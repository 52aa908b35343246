using Fathom.Model;
using Fathom.Query.Tags;
using Xunit;

namespace Fathom.Tests.Query.Tags;

/// <summary>The form of Windows Performance Analyzer.</summary>
public sealed class TagXmlTests
{
    [Fact]
    public void Inner_tags_come_first_and_have_the_priority_around_them()
    {
        const string text = """
            <?xml version='1.0' encoding='utf-8'?>
            <!-- as of default.stacktags -->
            <Tag Name="">
              <Tag Name="GC" Priority="1000">
                <Entrypoint Module="coreclr.dll" Method="*gc_heap*"/>
                <Tag Name="Mark"><Entrypoint Module="coreclr.dll" Method="*mark_*"/></Tag>
                <Tag Name="Plan" Priority="-1"><Entrypoint Module="coreclr.dll" Method="*plan_phase*"/></Tag>
              </Tag>
              <Tag Name="Files, I/O">
                <Entrypoint Module="ntdll.dll" Method="Nt*File"/>
                <HintOperator><HintTag Name="x"/></HintOperator>
              </Tag>
              <Tag Name="JSON"><Entrypoint Module="System.Text.Json.dll"/></Tag>
            </Tag>
            """;

        Assert.Equal(
            [
                new TagRule("GC/Mark", "coreclr.dll", "*mark_*", 1000), new TagRule("GC/Plan", "coreclr.dll", "*plan_phase*", -1),
                new TagRule("GC", "coreclr.dll", "*gc_heap*", 1000), new TagRule("Files; I-O", "ntdll.dll", "Nt*File", 0),
                new TagRule("JSON", "System.Text.Json.dll", "*", 0),
            ],
            TagXml.Parse("a.xml", text));
        Assert.Equal("GC/Mark", TagRules.With("a.xml", "\n " + text[(text.IndexOf('\n', StringComparison.Ordinal) + 1)..]).Rules[0].Tag);
    }

    [Fact]
    public void Managed_methods_are_meant_as_WPA_writes_them_and_as_they_are_called_here()
    {
        const string text = "<Tag Name=''><Tag Name='Timer'><Entrypoint Module='Shop.ni.dll' Method='Shop.Timer.OnTick*'/><Entrypoint Module='Shop.dll' Method='Shop.Timer::OnTick*'/></Tag></Tag>";

        Assert.Equal(
            [
                new TagRule("Timer", "Shop.ni.dll", "Shop.Timer.OnTick*", 0), new TagRule("Timer", "Shop.dll", "Shop.Timer.OnTick*", 0),
                new TagRule("Timer", "Shop.dll", "Shop.Timer::OnTick*", 0), new TagRule("Timer", "Shop.dll", "Shop.Timer.OnTick*", 0),
            ],
            TagXml.Parse("a.xml", text));
    }

    [Theory]
    [InlineData("<Tag", "Line 1 of the tags 'a.xml' is not well-formed XML.")]
    [InlineData("\n\n<Tag Name='A'>\n<Entrypoint Module='b' Method='c'>\n</Tag>", "Line 5 of the tags 'a.xml' is not well-formed XML.")]
    [InlineData("<Tag Name=''/>", "Line 1 of the tags 'a.xml' has tags without any 'Entrypoint'.")]
    [InlineData("<Tags><Tag Name='A'/></Tags>", "Line 1 of the tags 'a.xml' has the root 'Tags' where 'Tag' is expected.")]
    [InlineData(
        "<Tag Name=''>\n<Entrypoint Module='a' Method='b'/></Tag>",
        "Line 2 of the tags 'a.xml' has an 'Entrypoint' of a tag without a name.")]
    [InlineData(
        "<Tag Name=''>\n<Tag><Entrypoint Module='a' Method='b'/></Tag></Tag>",
        "Line 2 of the tags 'a.xml' has a tag without a name.")]
    [InlineData("<Tag Name='A'>\n<Entrypoint/></Tag>", "Line 2 of the tags 'a.xml' has an 'Entrypoint' without a module and a method.")]
    [InlineData(
        "<Tag Name='A'>\n<Entrypoint Module='' Method='b'/></Tag>",
        "Line 2 of the tags 'a.xml' has an 'Entrypoint' without a module and a method.")]
    [InlineData(
        "<Tag Name='A'>\n<Entry Module='a' Method='b'/></Tag>",
        "Line 2 of the tags 'a.xml' has 'Entry' where 'Tag' or 'Entrypoint' is expected.")]
    [InlineData("<Tag Name='A' Priority='x'>\n<Entrypoint Module='a' Method='b'/></Tag>",
        "Line 1 of the tags 'a.xml' has the priority 'x', which is no number from -10000 to 10000.")]
    [InlineData(
        "<?xml version='1.0'?>\n<!DOCTYPE Tag [<!ENTITY a 'b'>]>\n<Tag Name='&a;'/>",
        "Line 2 of the tags 'a.xml' has a document type, which tags do not allow.")]
    [InlineData(
        "<!DOCTYPE Tag SYSTEM 'http://localhost:1/a.dtd'><Tag Name='A'/>",
        "Line 1 of the tags 'a.xml' has a document type, which tags do not allow.")]
    public void A_mistake_is_told_with_its_line(string text, string message)
    {
        FathomException error = Assert.Throws<FathomException>(() => TagRules.With("a.xml", text));

        Assert.Equal((message, ExitCode.Usage), (error.Message, error.ExitCode));
    }

    // Ten entities, each ten times the one before: ten billion signs, if they were read.
    [Fact]
    public void A_bomb_of_entities_is_not_read()
    {
        string Ten(int i) => string.Concat(Enumerable.Repeat($"&e{i - 1};", 10));
        string entities = string.Concat(Enumerable.Range(1, 10).Select(i => $"<!ENTITY e{i} '{Ten(i)}'>"));
        string bomb = $"<!DOCTYPE Tag [<!ENTITY e0 'x'>{entities}]><Tag Name='&e10;'><Entrypoint Module='a' Method='b'/></Tag>";
        long before = GC.GetAllocatedBytesForCurrentThread();

        FathomException error = Assert.Throws<FathomException>(() => TagRules.With("a.xml", bomb));

        Assert.Equal(ExitCode.Usage, error.ExitCode);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000_000);
    }

    [Fact]
    public void Tags_are_nested_to_a_depth_that_can_be_walked()
    {
        string Times(string text, int count) => string.Concat(Enumerable.Repeat(text, count));
        string Nested(int depth) => Times("<Tag Name='a'>", depth) + "<Entrypoint Module='a' Method='b'/>" + Times("</Tag>", depth);
        FathomException error = Assert.Throws<FathomException>(() => TagRules.With("a.xml", Nested(100_000)));

        Assert.Contains("nested deeper than 64", error.Message, StringComparison.Ordinal);
        Assert.Single(TagXml.Parse("a.xml", Nested(60)));
    }

    [Fact]
    public void Damaged_XML_is_rules_or_a_mistake()
    {
        const string text = "<Tag Name=''><Tag Name='GC' Priority='5'><Entrypoint Module='a.dll' Method='*b*'/>"
            + "<Tag Name='Mark'><Entrypoint Module='a' Method='c'/></Tag></Tag></Tag>";
        Random random = new(11);
        int wrong = 0;
        for (int i = 0; i < 500; i++)
        {
            char[] damaged = text.ToCharArray();
            for (int at = random.Next(1, 4); at > 0; at--)
                damaged[random.Next(1, damaged.Length)] = (char)random.Next(1, 130);
            try
            {
                TagRules.With("a.xml", new string(damaged)[..random.Next(damaged.Length / 2, damaged.Length + 1)]);
            }
            catch (FathomException error) when (error.ExitCode == ExitCode.Usage)
            {
                wrong++;
            }
        }

        Assert.InRange(wrong, 1, 499);
    }
}
