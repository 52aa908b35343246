using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Strings;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Strings;

/// <summary>What is kept of strings, and what is not.</summary>
public sealed unsafe class StringTableTests
{
    [Fact]
    public void Texts_are_counted_while_the_table_grows()
    {
        StringTable table = new(new StringOptions());
        for (int round = 0; round < 3; round++)
        {
            for (int i = 0; i < 50_000; i++)
                Add(table, $"text {i}");
        }

        Assert.Equal(50_000, table.Distinct);
        Assert.All(Texts(table), static text => Assert.Equal(3, text.Count));
        Assert.Equal(Enumerable.Range(0, 50_000).Select(static i => $"text {i}").Order(StringComparer.Ordinal), Texts(table).Select(static text => text.Text!).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_recording_that_keeps_the_heap_tells_more_than_a_million_texts_apart()
    {
        const int Texts = StringOptions.DefaultMaxDistinct + 100_000;
        StringTable table = new(StringOptions.All);
        char text = 'x';
        for (uint i = 0; i < Texts; i++)
            table.Add(i * 0x9E37_79B9_7F4A_7C15, 1, &text);

        Assert.Equal(Texts, table.Distinct);
        foreach (LengthTotal others in table.Others)
            Assert.Equal(0, others.Count);
    }

    [Fact]
    public void The_text_is_kept_once_it_is_there_twice_or_long()
    {
        StringTable table = new(new StringOptions { LongLength = 100 });
        Add(table, "once");
        Add(table, "twice");
        Add(table, "twice");
        Add(table, new string('x', 100));
        Add(table, "");
        Add(table, "");

        Assert.Equal(
            [(null, 4, 1), ("", 0, 2), ("twice", 5, 2), (new string('x', 80), 100, 1)],
            Texts(table).OrderBy(static text => text.Text, StringComparer.Ordinal));
    }

    [Fact]
    public void What_comes_after_the_bound_is_counted_by_length_and_known_texts_go_on()
    {
        StringTable table = new(new StringOptions { MaxDistinct = 2 });
        foreach (string text in (string[])["a", "b", "c", "a", "", "dddd", "eeeeeee", "ffffffff"])
            Add(table, text);

        Assert.Equal([("a", 1, 2), (null, 1, 1)], Texts(table).OrderByDescending(static text => text.Count));
        Assert.Equal([(0, 1L, 24L), (1, 1L, 24L), (3, 2L, 72L), (4, 1L, 40L)], Others(table));
    }

    [Theory]
    [InlineData(0, 24)]
    [InlineData(1, 24)]
    [InlineData(2, 32)]
    [InlineData(13, 48)]
    [InlineData(1_000_000_000, 2_000_000_024)]
    public void A_string_occupies_its_size_rounded_up(int length, long size) => Assert.Equal(size, StringTable.SizeOf(length));

    private static void Add(StringTable table, string text)
    {
        fixed (char* start = text)
            table.Add(TextHashTests.Of(text), text.Length, start);
    }

    private static List<(string? Text, int Length, long Count)> Texts(StringTable table)
    {
        List<(string?, int, long)> texts = [];
        foreach (StringEntry entry in table.Entries)
        {
            if (entry.Count > 0)
                texts.Add((entry.Sample == 0 ? null : table.SampleOf(entry).ToString(), entry.Length, entry.Count));
        }

        return texts;
    }

    private static List<(int Bits, long Count, long SizeBytes)> Others(StringTable table)
    {
        List<(int, long, long)> others = [];
        for (int bits = 0; bits < table.Others.Length; bits++)
        {
            if (table.Others[bits].Count > 0)
                others.Add((bits, table.Others[bits].Count, table.Others[bits].SizeBytes));
        }

        return others;
    }
}
