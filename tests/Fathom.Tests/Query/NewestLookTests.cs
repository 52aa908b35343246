using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Xunit;

namespace Fathom.Tests.Query;

public sealed class NewestLookTests
{
    private const string Heap = "(SELECT MAX(n.snapshot_id) FROM heap_snapshot n WHERE n.rec = $rec)";
    private const string Stacks = "(SELECT MAX(s.snapshot_id) FROM stack_snapshot s WHERE s.rec = $rec)";

    [Fact]
    public void Its_number_stands_where_it_was_asked_for()
    {
        List<string> asked = [];

        string settled = NewestLook.Settle($"SELECT 1 FROM t WHERE a = {Heap} AND b = {Stacks} AND c = {Heap}", question =>
        {
            asked.Add(question);
            return asked.Count + 6;
        });

        Assert.Equal("SELECT 1 FROM t WHERE a = CAST(7 AS UINTEGER) AND b = CAST(8 AS UINTEGER) AND c = CAST(7 AS UINTEGER)", settled);
        // Whatever a query calls the table, so that an answer is known to the next one.
        Assert.Equal([Heap[1..^1], "SELECT MAX(n.snapshot_id) FROM stack_snapshot n WHERE n.rec = $rec"], asked);
    }

    [Theory]
    [InlineData($"SELECT 1 FROM t WHERE a = {Heap}")]
    [InlineData("SELECT 1 FROM t WHERE a = (SELECT MAX(n.snapshot_id) FROM heap_snapshot n)")]
    [InlineData("SELECT 1 FROM t WHERE a = (SELECT MAX(n.snapshot_id) FROM heap_snapshot m WHERE n.rec = $rec)")]
    [InlineData("SELECT (SELECT MAX(t.count) FROM t)")]
    public void What_has_no_answer_or_another_form_stays(string sql) => Assert.Equal(sql, NewestLook.Settle(sql, static _ => null));

    [Theory]
    [InlineData("heap/objects")]
    [InlineData("heap/strings")]
    public void Long_lists_ask_in_this_form(string query) => Assert.DoesNotContain("heap_snapshot", NewestLook.Settle(NamedQuery.Of(query).Sql, static _ => 1), StringComparison.Ordinal);

    [Fact]
    public void No_shipped_query_loses_its_last_use_of_the_recording()
    {
        IEnumerable<string> lost = NamedQuery.All.Where(static name => NamedQuery.Of(name).Sql is var sql
            && sql.Contains("$rec", StringComparison.Ordinal) && !NewestLook.Settle(sql, static _ => 1).Contains("$rec", StringComparison.Ordinal));

        Assert.Empty(lost);
    }
}
