using Fathom.Cli.Frame;
using Xunit;

namespace Fathom.Tests.Cli.Frame;

/// <summary>A command line as text, from which a measurement is gone on with.</summary>
public sealed class CommandTextTests
{
    [Theory]
    [InlineData("fathom serializers --quick -n 1,10k", "fathom", "serializers", "--quick", "-n", "1,10k")]
    [InlineData("fathom --serializer 'System.Text.Json (references),!a b'", "fathom", "--serializer", "System.Text.Json (references),!a b")]
    [InlineData("'' 'it'\\''s' '$HOME' 'a\\b'", "", "it's", "$HOME", "a\\b")]
    public void Words_become_what_a_shell_would_read(string text, params string[] words)
    {
        Assert.Equal(text, CommandText.Join(words));
        Assert.Equal(words, CommandText.Split(text));
    }

    [Fact]
    public void Any_words_come_back()
    {
        const string Signs = "aZ0 '\"\\$-=,;\t\n€";
        Random random = new(7);
        for (int round = 0; round < 2_000; round++)
        {
            string[] words = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => new string([.. Enumerable.Range(0, random.Next(0, 6)).Select(_ => Signs[random.Next(Signs.Length)])]))];

            Assert.Equal(words, CommandText.Split(CommandText.Join(words)));
        }
    }
}
