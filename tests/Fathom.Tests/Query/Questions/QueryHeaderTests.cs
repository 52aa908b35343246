using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Xunit;

namespace Fathom.Tests.Query.Questions;

/// <summary>A header that does not fit its SQL, or what it is asked with.</summary>
public sealed class QueryHeaderTests
{
    private static readonly ResultTable s_answer = ResultTable.Empty(new ResultColumn("type", CellKind.Text), new ResultColumn("n", CellKind.Integer));

    private static readonly QueryHeader s_header = Header("type  text", "n  count");

    [Fact]
    public void An_answer_gets_the_columns_that_are_declared() =>
        Assert.Equal([new("type", CellKind.Text), new("n", CellKind.Integer, ColumnUnit.Count)], s_header.Declare(s_answer, isPart: false).Columns);

    [Fact]
    public void A_part_of_an_answer_has_its_columns_in_any_order() =>
        Assert.Equal([new("n", CellKind.Integer, ColumnUnit.Count)], s_header.Declare(ResultTable.Empty(s_answer.Columns[1]), isPart: true).Columns);

    [Theory]
    [InlineData("column 2 is none in the header and 'n' integer in the SELECT", false, "type  text")]
    [InlineData("column 3 is 'more' text in the header and none in the SELECT", false, "type  text", "n  count", "more  text")]
    [InlineData("column 1 is 'n' count in the header and 'type' text in the SELECT", false, "n  count", "type  text")]
    [InlineData("column 2 is 'n' real in the header and 'n' integer in the SELECT", false, "type  text", "n  real")]
    [InlineData("column 2 is none in the header and 'n' integer in the SELECT", true, "type  text", "m  count")]
    [InlineData("column 2 is 'n' text in the header and 'n' integer in the SELECT", true, "n  text", "type  text")]
    public void A_header_that_is_not_that_of_the_SELECT_is_an_error_that_names_the_file(string expected, bool isPart, params string[] columns) =>
        Assert.Equal($"Sql/test.sql: {expected}.", Assert.Throws<InvalidDataException>(() => Header(columns).Declare(s_answer, isPart)).Message);

    [Theory]
    [InlineData("needs one value for $rec, of kind Integer")]
    [InlineData("needs one value for $all, of kind Boolean", "rec", 1L)]
    [InlineData("needs one value for $all, of kind Boolean", "rec", 1L, "all", 1L)]
    [InlineData("needs one value for $rec, of kind Integer", "rec", 1L, "rec", 2L, "all", true)]
    [InlineData("has no parameter $other", "rec", 1L, "all", true, "other", 1L)]
    [InlineData(null, "all", true, "rec", 1L)]
    public void Values_must_be_those_that_are_declared(string? expected, params object[] values)
    {
        QueryParameter[] parameters = [.. values.Chunk(2).Select(static pair => new QueryParameter((string)pair[0], pair[1] is bool truth ? Cell.Of(truth) : Cell.Of((long)pair[1])))];

        ArgumentException? refused = Record.Exception(() => s_header.Check(parameters)) as ArgumentException;

        Assert.Equal(expected, refused?.Message[13..].Split(". ")[0].Split(" (")[0].TrimEnd('.'));
    }

    private static QueryHeader Header(params string[] columns) => new HeaderReader(
        "Sql/test.sql",
        $"-- What.\n-- Parameters:\n--   $rec  integer  which\n--   $all  boolean  whether all\n-- Columns:\n{string.Concat(columns.Select(static column => $"--   {column}\n"))}SELECT 1").Read();
}
