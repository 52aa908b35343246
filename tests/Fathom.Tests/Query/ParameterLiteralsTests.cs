using Fathom.Model.Results;
using Fathom.Query.Statements;
using Fathom.Storage.DuckDb;
using Xunit;

namespace Fathom.Tests.Query;

public sealed class ParameterLiteralsTests
{
    [Fact]
    public void Numbers_and_truth_values_stand_in_the_query_and_the_rest_is_bound()
    {
        QueryParameter text = new("name", Cell.Of("x' OR '1' = '1")), real = new("share", Cell.Of(0.5));
        QueryParameter[] all =
        [
            QueryParameter.Of("rec", 3), QueryParameter.Of("low", long.MinValue), QueryParameter.Of("all", true), QueryParameter.Of("none", false), new("absent", default), text, real,
        ];

        string sql = ParameterLiterals.Put("$rec $low $all $none $absent $name $share", all, out QueryParameter[] rest);

        Assert.Equal("CAST(3 AS BIGINT) CAST(-9223372036854775808 AS BIGINT) true false NULL $name $share", sql);
        Assert.Equal([text, real], rest);
    }

    [Fact]
    public void A_name_that_begins_another_one_is_not_taken_for_it() =>
        Assert.Equal(
            "CAST(1 AS BIGINT)+CAST(2 AS BIGINT)+$rec_b+CAST(1 AS BIGINT)", ParameterLiterals.Put("$rec+$recs+$rec_b+$rec", [QueryParameter.Of("rec", 1), QueryParameter.Of("recs", 2)], out _));

    [Theory]
    [InlineData("a LIKE '%$rec%' AND b = $rec", "a LIKE '%$rec%' AND b = CAST(1 AS BIGINT)")]
    [InlineData("a = 'it''s $rec' AND \"$rec\" = $rec", "a = 'it''s $rec' AND \"$rec\" = CAST(1 AS BIGINT)")]
    [InlineData("-- doesn't $rec\n$rec /* 'one $rec */ $rec", "-- doesn't $rec\nCAST(1 AS BIGINT) /* 'one $rec */ CAST(1 AS BIGINT)")]
    [InlineData("a - $rec / $rec", "a - CAST(1 AS BIGINT) / CAST(1 AS BIGINT)")]
    [InlineData("$REC = 'open $rec", "CAST(1 AS BIGINT) = 'open $rec")]
    [InlineData("$", "$")]
    public void What_stands_in_texts_quoted_names_and_comments_is_left(string sql, string expected) =>
        Assert.Equal(expected, ParameterLiterals.Put(sql, [QueryParameter.Of("rec", 1)], out _));

    // All of a type's range, whatever the engine reads first: the sign, or the number.
    [Fact]
    public void The_smallest_number_is_one_for_the_engine_too()
    {
        using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(null));
        using DuckDbStatement statement = engine.Prepare(ParameterLiterals.Put("SELECT $a AS a", [QueryParameter.Of("a", long.MinValue)], out _));
        using DuckDbResult result = statement.Execute(TestContext.Current.CancellationToken);

        Assert.Equal(long.MinValue, new ResultReader(result, ResultLimits.Shipped).Read().Rows[0][0].Integer);
    }
}
