using Fathom.Query.Questions;
using Fathom.Query.Requests;
using Xunit;

namespace Fathom.Tests.Query.Requests;

/// <summary>Shipped queries are taken apart at what stands in no parentheses, quotes and comments.</summary>
public sealed class QueryPartsTests
{
    [Fact]
    public void A_query_is_a_select_list_a_source_and_keys()
    {
        QueryParts parts = QueryParts.Split(
            """
            -- A comment with FROM and ORDER BY; it's one line.
            WITH w AS (SELECT x FROM y ORDER BY z LIMIT 3)
            SELECT a, 'FROM ''ORDER BY' AS b, CASE WHEN c THEN (SELECT MAX(d) FROM e) END AS f /* FROM */
            FROM w JOIN v ON w.a = v.a
            WHERE g = 'x' -- ORDER BY g
            ORDER BY COALESCE(a, 'b, c') DESC NULLS LAST, CASE WHEN f THEN 0 ELSE 1 END, "from" asc
            """)!;

        Assert.EndsWith("END AS f /* FROM */\n", parts.Head, StringComparison.Ordinal);
        Assert.StartsWith("FROM w JOIN", parts.Tail, StringComparison.Ordinal);
        Assert.EndsWith("-- ORDER BY g\n", parts.Tail, StringComparison.Ordinal);
        Assert.Equal(
            [new OrderKey("COALESCE(a, 'b, c')", "DESC NULLS LAST"), new OrderKey("CASE WHEN f THEN 0 ELSE 1 END", ""), new OrderKey("\"from\"", "asc")],
            parts.Order);
    }

    [Theory]
    [InlineData("SELECT a FROM b UNION ALL SELECT a FROM c ORDER BY a")]
    [InlineData("SELECT a FROM b ORDER BY a LIMIT 1")]
    [InlineData("SELECT DISTINCT a FROM b ORDER BY a")]
    [InlineData("SELECT 1")]
    public void A_query_of_another_form_is_left_whole(string sql) => Assert.Null(QueryParts.Split(sql));

    [Fact]
    public void All_shipped_queries_but_these_can_be_taken_apart() => Assert.Equal(
        [
            "heap/mark", "lib/machine-measure", "lib/machine-rule", "lib/own-method", "orphans/snapshot", "rules/client-per-request",
            "rules/n-plus-one-requests", "rules/startup-jit", "runtime/snapshot", "stacks/snapshot", "trees/waits", "trees/waits-times",
        ],
        NamedQuery.All.Where(static name => QueryParts.Split(NamedQuery.Of(name).Sql) is null));
}
