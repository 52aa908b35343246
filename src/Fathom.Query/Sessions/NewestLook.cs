using System.Globalization;

namespace Fathom.Query.Sessions;

/// <summary>
/// The newest look of a recording, as shipped queries ask for it: by a subquery, which the engine joins with every row of a list. Of a long list that takes longer than
/// all else, so there the subquery is asked first, and its answer stands in its place.
/// </summary>
internal static class NewestLook
{
    private const string Opening = "(SELECT MAX(";
    private const string Middle = ".snapshot_id) FROM ";

    /// <summary>Puts numbers in place of subqueries of the form <c>(SELECT MAX(n.snapshot_id) FROM TABLE n WHERE n.rec = $rec)</c>.</summary>
    /// <param name="sql">A query.</param>
    /// <param name="ask">Answers such a subquery; null where there is no look, which leaves it as it is.</param>
    public static string Settle(string sql, Func<string, long?> ask)
    {
        for (int from = 0; Next(sql, from) is var (place, table); from = place.Start.Value + 1)
        {
            // In the same words for all queries, whatever they call the table, so that what is known is not asked again.
            if (ask($"SELECT MAX(n.snapshot_id) FROM {table} n WHERE n.rec = $rec") is { } number)
                sql = sql.Replace(sql[place], string.Create(CultureInfo.InvariantCulture, $"CAST({number} AS UINTEGER)"), StringComparison.Ordinal);
        }

        return sql;
    }

    private static (Range Place, string Table)? Next(string sql, int from)
    {
        for (int start; (start = sql.IndexOf(Opening, from, StringComparison.Ordinal)) >= 0; from = start + 1)
        {
            int alias = start + Opening.Length, middle = sql.IndexOf(Middle, alias, StringComparison.Ordinal);
            if (middle < 0)
                return null;
            string name = sql[alias..middle], closing = $" {name} WHERE {name}.rec = $rec)";
            int table = middle + Middle.Length, end = sql.IndexOf(closing, table, StringComparison.Ordinal);
            if (end >= 0 && IsWord(name) && IsWord(sql[table..end]))
                return (start..(end + closing.Length), sql[table..end]);
        }

        return null;
    }

    private static bool IsWord(string text) => text.Length > 0 && text.All(static c => char.IsAsciiLetterOrDigit(c) || c == '_');
}
