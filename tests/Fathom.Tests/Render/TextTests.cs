using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Render.Text;
using Xunit;

namespace Fathom.Tests.Render;

public sealed class TextTests
{
    [Theory]
    [InlineData(0, ColumnUnit.Bytes, "0 B")]
    [InlineData(1023, ColumnUnit.Bytes, "1,023 B")]
    [InlineData(1024, ColumnUnit.Bytes, "1.0 KiB")]
    [InlineData(-320_000_000, ColumnUnit.Bytes, "-305.2 MiB")]
    [InlineData(5_368_709_120, ColumnUnit.Bytes, "5.0 GiB")]
    [InlineData(long.MinValue, ColumnUnit.Bytes, "-8,589,934,592.0 GiB")]
    [InlineData(999, ColumnUnit.Nanoseconds, "999 ns")]
    [InlineData(1_500, ColumnUnit.Nanoseconds, "1.5 us")]
    [InlineData(12_345_678, ColumnUnit.Nanoseconds, "12.346 ms")]
    [InlineData(90_000_000_000, ColumnUnit.Nanoseconds, "90.0 s")]
    [InlineData(180_000_000_000, ColumnUnit.Nanoseconds, "3.0 min")]
    [InlineData(7_200_000_000_000, ColumnUnit.Nanoseconds, "2.0 h")]
    [InlineData(1_234_567, ColumnUnit.Count, "1,234,567")]
    [InlineData(1_234_567, ColumnUnit.None, "1234567")]
    [InlineData(255, ColumnUnit.Address, "0xff")]
    [InlineData(-1, ColumnUnit.Address, "0xffffffffffffffff")]
    [InlineData(5, ColumnUnit.Percent, "5.0 %")]
    public void A_number_is_shown_in_the_unit_that_reads_best(long value, ColumnUnit unit, string expected) =>
        Assert.Equal(expected, ReadableNumber.Of(value, unit));

    [Theory]
    [InlineData(76_573_000, ColumnUnit.Nanoseconds, "80 ms")]
    [InlineData(14_400_000, ColumnUnit.Nanoseconds, "14 ms")]
    [InlineData(387_358_000, ColumnUnit.Nanoseconds, "400 ms")]
    [InlineData(1_960_000_000, ColumnUnit.Nanoseconds, "2 s")]
    [InlineData(950_000, ColumnUnit.Nanoseconds, "1,000 us")]
    [InlineData(0, ColumnUnit.Nanoseconds, "0 ns")]
    [InlineData(112_407_347, ColumnUnit.Bytes, "110 MiB")]
    [InlineData(25_937_248, ColumnUnit.Bytes, "25 MiB")]
    public void An_estimate_has_no_more_figures_than_are_known(double value, ColumnUnit unit, string text) => Assert.Equal(text, ReadableNumber.About(value, unit));

    [Theory]
    [InlineData("plain <T>", "plain <T>")]
    [InlineData("\e[2J", "\\u001b[2J")]
    [InlineData("a\nb\tc", "a\\u000ab\\u0009c")]
    [InlineData("\u0085\u009b1m", "\\u0085\\u009b1m")]
    [InlineData("abc\u202ecba", "abc\\u202ecba")]
    [InlineData("zero\u200bwidth\u2028", "zero\\u200bwidth\\u2028")]
    [InlineData("naïve 種類", "naïve 種類")]
    public void Text_from_a_target_cannot_steer_the_terminal(string text, string safe) => Assert.Equal(safe, SafeText.Of(text));

    [Theory]
    [InlineData("abcdefghij", 10, "abcdefghij")]
    [InlineData("abcdefghij", 7, "abc…hij")]
    [InlineData("abcdefghij", 6, "abc…ij")]
    [InlineData("種類種類種類", 7, "種…類")]
    [InlineData("種類種類種類", 8, "種類…類")]
    [InlineData("種類種類種類", 9, "種類…種類")]
    public void Long_text_loses_its_middle(string text, int width, string expected)
    {
        Assert.Equal(expected, TextWidth.Clip(text, width));
        Assert.True(TextWidth.Of(expected) <= width);
    }

    [Theory]
    [InlineData("a sentence of words", 80, "a sentence of words")]
    [InlineData("a sentence of words", 10, "a sentence|of words")]
    [InlineData("a sentence of words", 9, "a|sentence|of words")]
    [InlineData("see /a/path/that/is/long/enough now", 10, "see|/a/path/that/is/long/enough|now")]
    [InlineData("種類 種類 種類", 9, "種類 種類|種類")]
    [InlineData("", 3, "")]
    public void A_sentence_is_broken_between_words(string text, int width, string lines) => Assert.Equal(lines.Split('|'), TextWidth.Wrap(text, width));

    [Fact]
    public void Sentences_about_limits_hold_the_limit_and_the_values()
    {
        LimitVerdict verdict = new(
            [
                new("total.size_bytes=600MiB..", [[new("total.size_bytes", ColumnUnit.Bytes, Cell.Of(734_003_200L))]], 1),
                new(
                    "type=MyApp.*,count=1001..",
                    [
                        [new("type", ColumnUnit.None, Cell.Of("MyApp.\eOrder")), new("count", ColumnUnit.Count, Cell.Of(2_000L))],
                        [new("type", ColumnUnit.None, default), new("count", ColumnUnit.Count, Cell.Of(1_001L))],
                    ],
                    1_002),
            ],
            ["free.count=1..: free.count has no value"]);

        Assert.Equal(
            [
                "limit broken: total.size_bytes=600MiB..: total.size_bytes is 734,003,200 (700.0 MiB)",
                "limit broken: type=MyApp.*,count=1001..: type is MyApp.\\u001bOrder, count is 2,000; type is , count is 1,001; and 1,000 more rows",
                "limit not judged: free.count=1..: free.count has no value",
            ],
            LimitText.Of(verdict));
    }

    [Fact]
    public void Losses_are_one_line()
    {
        Assert.Equal("the answer may be incomplete: heap segment 3: not readable; 1 more in --format json", LossText.Of(SampleAnswer.Result.Losses));
        Assert.Null(LossText.Of(null));
        Assert.Null(LossText.Of(ResultTable.Empty(SampleAnswer.Result.Losses!.Columns.ToArray())));
    }
}
