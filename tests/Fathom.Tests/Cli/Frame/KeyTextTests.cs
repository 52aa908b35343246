using Fathom.Cli.Frame;
using Xunit;

namespace Fathom.Tests.Cli.Frame;

public sealed class KeyTextTests
{
    [Theory]
    [InlineData("\e[A", "Up")]
    [InlineData("\eOB", "Down")]
    [InlineData("\e[B\e[B", "Down")]
    [InlineData("\r", "Enter")]
    [InlineData("\n", "Enter")]
    [InlineData("\e", "Back")]
    [InlineData("\x7f", "Back")]
    [InlineData("q", "Letter")]
    [InlineData("Q", "Letter")]
    [InlineData("\e[5~", "None")]
    [InlineData("\x01", "None")]
    [InlineData("", "None")]
    public void A_key_is_what_terminals_send_for_it(string sent, string kind)
    {
        Key key = KeyText.Of(System.Text.Encoding.ASCII.GetBytes(sent));

        Assert.Equal((kind, kind == "Letter" ? 'q' : '\0'), (key.Kind.ToString(), key.Letter));
    }
}
