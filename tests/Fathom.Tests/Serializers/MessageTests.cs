using Fathom.Serializers.Kit.Protocol;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Serializers;

public sealed class MessageTests
{
    [Fact]
    public void A_line_is_a_word_and_fields_between_tabs()
    {
        Message message = Message.Parse("sample\top=serialize\tduration_ns=1200\tfactor=0.25\tempty=");

        Assert.Equal("sample", message.Verb);
        Assert.Equal("serialize", message.Text("op"));
        Assert.Equal(1200, message.Number("duration_ns"));
        Assert.Equal(0.25, message.Fraction("factor"));
        Assert.Equal("", message.Text("empty"));
        Assert.Null(message.Text("missing"));
        Assert.Equal(7, message.Number("missing", 7));
    }

    [Fact]
    public void Any_text_comes_back_as_it_was() => Prop.ForAll<string?>(static text =>
    {
        string line = new Message("m").With("text", text ?? "").With("after", 1).Format();

        Assert.DoesNotContain('\n', line);
        Assert.Equal(text ?? "", Message.Parse(line).Text("text"));
        Assert.Equal(1, Message.Parse(line).Number("after"));
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("")]
    [InlineData("Hello world")]
    [InlineData("a=b")]
    [InlineData("sample\tduration")]
    [InlineData("sample\t=5")]
    [InlineData("sample\ttext=%")]
    [InlineData("sample\ttext=%4")]
    [InlineData("sample\ttext=%ZZ")]
    public void What_a_library_prints_is_no_line_of_the_protocol(string line)
    {
        Assert.False(Message.TryParse(line, out _));
        Assert.Throws<ProtocolException>(() => Message.Parse(line));
    }

    [Fact]
    public void A_number_that_is_none_or_missing_is_named()
    {
        Message message = Message.Parse("sample\tn=many");

        Assert.Contains("n=many", Assert.Throws<ProtocolException>(() => message.Number("n")).Message, StringComparison.Ordinal);
        Assert.Contains("'m'", Assert.Throws<ProtocolException>(() => message.Number("m")).Message, StringComparison.Ordinal);
    }
}
