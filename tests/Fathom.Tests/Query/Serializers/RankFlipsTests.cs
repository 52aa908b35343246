using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>Which ranks flip between payloads and between numbers of objects.</summary>
public sealed class RankFlipsTests
{
    [Fact]
    public void Who_is_behind_with_one_payload_and_ahead_with_a_larger_one_has_passed() => Assert.Equal(
        ["ranks flip with the payload (books, 100 objects, lane stream): C overtakes A and B between 10 B and 1,000 B; B overtakes A between 0 B and 10 B"],
        Flips(
            Row("A", 0, "1"), Row("B", 0, "2"), Row("C", 0, "3"),
            Row("A", 10, "2"), Row("B", 10, "1"), Row("C", 10, "3"),
            Row("A", 1000, "3"), Row("B", 1000, "2"), Row("C", 1000, "1")));

    [Fact]
    public void A_tie_between_them_is_no_flip_and_is_looked_through() => Assert.Equal(
        ["ranks flip with the payload (books, 100 objects, lane stream): B overtakes A between 0 B and 100 B"],
        Flips(Row("A", 0, "1"), Row("B", 0, "2"), Row("A", 10, "1="), Row("B", 10, "1="), Row("A", 100, "2"), Row("B", 100, "1")));

    [Fact]
    public void The_same_order_everywhere_ties_and_what_is_not_ranked_are_no_flips()
    {
        Assert.Empty(Flips(Row("A", 0, "1"), Row("B", 0, "2"), Row("A", 10, "1"), Row("B", 10, "2")));
        Assert.Empty(Flips(Row("A", 0, "1"), Row("B", 0, "2"), Row("A", 10, "1="), Row("B", 10, "1=")));
        Assert.Empty(Flips(Row("A", 0, "1"), Row("B", 0, "2"), Row("A", 10, null), Row("B", 10, "1")));
        Assert.Empty(Flips());
    }

    [Fact]
    public void Numbers_of_objects_cases_and_lanes_are_told_apart() => Assert.Equal(
        ["ranks flip with the number of objects (books, 10 B of payload each, lane stream): B overtakes A between 1 and 10,000"],
        Flips(
            Row("A", 10, "1", n: 1), Row("B", 10, "2", n: 1), Row("A", 10, "2", n: 10_000), Row("B", 10, "1", n: 10_000),
            Row("A", 0, "1", lane: "byte[]"), Row("B", 0, "2", lane: "byte[]"), Row("A", 10, "2", lane: "buffer"), Row("B", 10, "1", lane: "buffer")));

    [Fact]
    public void Of_many_the_first_are_named_and_the_rest_counted()
    {
        // Twenty come in the opposite order: each pair flips.
        List<Cell[]> rows = [];
        for (int i = 0; i < 20; i++)
            rows.AddRange([Row($"S{i:00}", 0, $"{i + 1}"), Row($"S{i:00}", 10, $"{20 - i}")]);

        string sentence = Assert.Single(Flips([.. rows]));

        Assert.Contains(": S19 overtakes S00, S01 and 17 others between 0 B and 10 B; S18 overtakes S00, S01 and 16 others between", sentence, StringComparison.Ordinal);
        // 190 pairs, of which 19 + 18 + ... + 14 are told.
        Assert.EndsWith("; 91 more pairs", sentence, StringComparison.Ordinal);
    }

    private static IReadOnlyList<string> Flips(params Cell[][] rows) => SerializerReport.Flips(new ResultTable(SerializerShapes.Comparison.Columns, rows));

    private static Cell[] Row(string serializer, long payload, string? rank, long n = 100, string lane = "stream")
    {
        ResultTable table = new(SerializerShapes.Comparison.Columns, []);
        Cell[] cells = new Cell[SerializerShapes.Comparison.Columns.Count];
        cells[table.IndexOf("case_name")] = Cell.Of("books");
        cells[table.IndexOf("serializer")] = Cell.Of(serializer);
        cells[table.IndexOf("payload_bytes")] = Cell.Of(payload);
        cells[table.IndexOf("n")] = Cell.Of(n);
        cells[table.IndexOf("lane")] = Cell.Of(lane);
        if (rank is not null)
            cells[table.IndexOf("rank")] = Cell.Of(rank);
        return cells;
    }
}
