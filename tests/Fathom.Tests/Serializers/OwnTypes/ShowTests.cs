using System.Text;
using Fathom.Serializers.Kit.Protocol;
using Xunit;

namespace Fathom.Tests.Serializers.OwnTypes;

public sealed class ShowTests
{
    [Fact]
    public void Text_is_shown_as_it_is_with_its_size()
    {
        Message output = Show(Encoding.UTF8.GetBytes("{\n\t\"a\": \"é😀%\"\r\n}"));

        Assert.Equal("{\n\t\"a\": \"é😀%\"\r\n}", output.Text("text"));
        Assert.Equal((20, 20, 0), (output.Number("size_bytes"), output.Number("shown_bytes"), output.Number("hex")));
    }

    [Fact]
    public void Other_bytes_are_shown_in_hexadecimal()
    {
        Message output = Show([0x0a, 0x03, 0x41, 0x42, 0xff, .. new byte[13]]);

        Assert.Equal(1, output.Number("hex"));
        Assert.Equal(
            "00000000  0a 03 41 42 ff 00 00 00 00 00 00 00 00 00 00 00  ..AB............\n"
            + "00000010  00 00                                            ..\n",
            output.Text("text"));
    }

    // é has two bytes, the face four: a cut in the middle of one is not shown as something broken, nor does it make text binary.
    [Theory]
    [InlineData(0, "")]
    [InlineData(1, "a")]
    [InlineData(2, "a")]
    [InlineData(3, "aé")]
    [InlineData(4, "aé")]
    [InlineData(6, "aé")]
    [InlineData(7, "aé😀")]
    [InlineData(99, "aé😀b")]
    public void What_is_cut_off_ends_with_a_whole_character(int limit, string expected)
    {
        Message output = Show(Encoding.UTF8.GetBytes("aé😀b"), limit);

        Assert.Equal((expected, 0L, 8L), (output.Text("text"), output.Number("hex"), output.Number("size_bytes")));
    }

    [Fact]
    public void Without_a_case_there_is_nothing_to_show() =>
        Assert.Equal("request 'case' first", TestSession.Ask("show").Single().Text("message"));

    private static Message Show(byte[] bytes, int limit = 4096) => TestSession.Ask(
        new TestBinaryAdapter(bytes), "case\tname=region\tn=1", $"show\tlimit={limit}").Single(static one => one.Verb == "output");
}
