using System.Text;
using Fathom.Formats.Marks;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Marks;

public sealed class MarkFileTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_was_written_is_read_again()
    {
        Mark[] marks = [new(1, 2, "test 7 begins"), new(long.MaxValue, int.MaxValue, "two\nlines, \"quoted\", naïve ✓ 🙂"), new(3, 0, new string('x', MarkFile.MostChars))];

        MarkFileContent content = Read([.. MarkFile.Head, .. marks.SelectMany(static mark => MarkFile.Line(mark))]);

        Assert.Equal(marks, content.Marks);
        Assert.Equal((0, 0), (content.BadLines, content.UnreadBytes));
    }

    [Fact]
    public void The_longest_line_is_written_at_once() =>
        Assert.InRange(MarkFile.Line(new Mark(long.MinValue, int.MinValue, new string('\u0001', MarkFile.MostChars))).Length, 1, 4096);

    [Fact]
    public void A_text_that_is_too_long_is_refused() =>
        Assert.Throws<ArgumentException>(() => MarkFile.Line(new Mark(1, 1, new string('x', MarkFile.MostChars + 1))));

    [Theory]
    [InlineData("5 6 \"cut")]
    [InlineData("5 6 \"cut\"")]
    [InlineData("five 6 \"text\"\n")]
    [InlineData("5 six \"text\"\n")]
    [InlineData("5 6 text\n")]
    [InlineData("5 6 \"text\" more\n")]
    [InlineData("5 6\n")]
    [InlineData("5\n")]
    [InlineData("5 6 \"\\ud800\"\n")]
    public void A_line_that_is_none_counts_and_those_around_it_are_read(string line)
    {
        byte[] first = MarkFile.Line(new Mark(1, 2, "first"));

        MarkFileContent content = Read([.. MarkFile.Head, .. first, .. Encoding.UTF8.GetBytes(line)]);

        Assert.Equal(["first"], content.Marks.Select(static mark => mark.Text));
        Assert.Equal(1, content.BadLines);
    }

    [Fact]
    public void Each_cut_gives_the_marks_before_it()
    {
        byte[] whole = [.. MarkFile.Head, .. MarkFile.Line(new Mark(1, 2, "one")), .. MarkFile.Line(new Mark(3, 4, "two"))];
        for (int length = MarkFile.Head.Length; length < whole.Length; length++)
            Assert.InRange(Read(whole[..length]).Marks.Count, 0, 1);
        Assert.Throws<FathomException>(() => Read(whole[..(MarkFile.Head.Length - 1)]));
    }

    [Fact]
    public void Another_file_is_refused()
    {
        string path = _folder.File("other");
        File.WriteAllText(path, "something else\n");

        FathomException refused = Assert.Throws<FathomException>(() => MarkFile.Read(path));

        Assert.Equal($"'{path}' is not a file of marks.", refused.Message);
    }

    private MarkFileContent Read(byte[] bytes)
    {
        string path = _folder.File("marks");
        File.WriteAllBytes(path, bytes);
        return MarkFile.Read(path);
    }
}
