using System.Text;
using Fathom.Cli.Frame;
using Xunit;

namespace Fathom.Tests.Cli.Frame;

/// <summary>Values cannot steer the terminal that they are written to.</summary>
public sealed class TerminalStreamTests
{
    [Fact]
    public void Control_characters_and_direction_marks_are_escaped_and_lines_stay() =>
        Assert.Equal("a,b\n\\u001b[2J\\u202egpj.exe,\tü\\u000d\n", Written(int.MaxValue, "a,b\n\e[2J\u202egpj.exe,\tü\r\n"));

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_character_that_comes_in_pieces_is_one(int pieceBytes) =>
        Assert.Equal("ü€\\u202e😀", Written(pieceBytes, "ü€\u202e😀"));

    private static string Written(int pieceBytes, string text)
    {
        using MemoryStream terminal = new();
        using TerminalStream stream = new(terminal);
        foreach (byte[] piece in Encoding.UTF8.GetBytes(text).Chunk(pieceBytes))
            stream.Write(piece);
        return Encoding.UTF8.GetString(terminal.ToArray());
    }
}
