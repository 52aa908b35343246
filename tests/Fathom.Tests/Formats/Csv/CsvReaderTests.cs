using Fathom.Formats.Csv;
using Xunit;

namespace Fathom.Tests.Formats.Csv;

public sealed class CsvReaderTests
{
    [Theory]
    [InlineData("a,b\n1,2\n", "a|b;1|2")]
    [InlineData("a,b\r\n1,2", "a|b;1|2")]
    [InlineData("\ufeffa,b\n\n1,2\n", "a|b;1|2")]
    [InlineData("sep=,\na,b\n", "a|b")]
    [InlineData("\"a,b\",\"say \"\"x\"\"\"\n\"two\nlines\",\n", "a,b|say \"x\";two\nlines|")]
    [InlineData("", "")]
    public void Rows_are_read_as_RFC_4180_has_them(string text, string expected) => Assert.Equal(expected, string.Join(';', Rows(text)));

    [Fact]
    public void A_file_that_ends_inside_of_quotes_is_damaged()
    {
        CsvReader csv = new(new StringReader("a,b\n1,\"2"));

        Assert.True(csv.Next(out _));
        Assert.False(csv.Next(out _));
        Assert.True(csv.IsDamaged);
    }

    [Fact]
    public void A_row_beyond_all_sense_ends_the_reading_in_bounded_memory()
    {
        CsvReader csv = new(new StringReader(new string('x', CsvReader.MaxRow + 10)));

        Assert.False(csv.Next(out _));
        Assert.True(csv.IsDamaged);
    }

    [Fact]
    public void What_is_written_is_read_back()
    {
        Random random = new(1);
        const string letters = "ab,\"\n ;é";
        for (int run = 0; run < 1_000; run++)
        {
            string[] fields = [.. Enumerable.Range(0, 1 + random.Next(5)).Select(_ => string.Concat(Enumerable.Range(0, random.Next(6)).Select(_ => letters[random.Next(letters.Length)])))];
            if (fields is [""])
                continue;
            string text = string.Join(',', fields.Select(static field => $"\"{field.Replace("\"", "\"\"", StringComparison.Ordinal)}\"")) + "\n";

            Assert.Equal(string.Join('|', fields), Assert.Single(Rows(text)));
        }
    }

    private static List<string> Rows(string text)
    {
        List<string> rows = [];
        CsvReader csv = new(new StringReader(text));
        while (csv.Next(out IReadOnlyList<string> fields))
            rows.Add(string.Join('|', fields));
        return rows;
    }
}
