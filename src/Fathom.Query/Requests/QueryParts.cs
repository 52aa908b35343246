namespace Fathom.Query.Requests;

/// <summary>
/// A shipped query taken apart, so that it can be asked for a part of its rows: <c>[WITH …] SELECT list</c>, <c>FROM …</c> and the keys of its last
/// <c>ORDER BY</c>. What stands in parentheses, quotes and comments is not looked at.
/// </summary>
/// <param name="Head">From the start up to the end of the select list.</param>
/// <param name="Tail">From the word FROM up to the keys.</param>
/// <param name="Order">The keys; none for a query without order.</param>
internal sealed record QueryParts(string Head, string Tail, IReadOnlyList<OrderKey> Order)
{
    // Their rows depend on their order, on all of them, or on several select lists.
    private static readonly HashSet<string> s_whole = new(StringComparer.OrdinalIgnoreCase) { "UNION", "INTERSECT", "EXCEPT", "LIMIT", "OFFSET", "FETCH", "QUALIFY", "VALUES" };

    /// <summary>Takes a query apart; null for one that is more than one SELECT with an order.</summary>
    public static QueryParts? Split(string sql)
    {
        List<SqlWord> words = SqlWord.AtTop(sql);
        int select = words.FindIndex(static word => word.Is("SELECT"));
        int from = select < 0 ? -1 : words.FindIndex(select, static word => word.Is("FROM"));
        if (from < 0 || words.FindLastIndex(static word => word.Is("SELECT")) != select || words.Exists(word => s_whole.Contains(word.Text)))
            return null;
        // SELECT DISTINCT answers by its list, and IS DISTINCT FROM is not the beginning of a source.
        if (words.Exists(static word => word.Is("DISTINCT")))
            return null;
        int order = words.FindLastIndex(static word => word.Is("ORDER"));
        string head = sql[..words[from].Start];
        return order < 0 ? new QueryParts(head, sql[words[from].Start..], []) : new QueryParts(head, sql[words[from].Start..words[order].Start], Keys(sql, words, order + 1));
    }

    // Behind ORDER BY: expressions between commas, each with a direction or none.
    private static List<OrderKey> Keys(string sql, List<SqlWord> words, int by)
    {
        List<OrderKey> keys = [];
        for (int first = by + 1; first < words.Count;)
        {
            int comma = words.FindIndex(first, static word => word.Is(","));
            int end = comma < 0 ? words.Count : comma;
            int direction = end;
            while (direction > first && words[direction - 1].IsDirection)
                direction--;
            keys.Add(new OrderKey(sql[words[first].Start..words[direction - 1].End], string.Join(' ', words[direction..end].Select(static word => word.Text))));
            first = end + 1;
        }

        return keys;
    }
}
