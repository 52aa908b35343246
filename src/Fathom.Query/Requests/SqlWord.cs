namespace Fathom.Query.Requests;

/// <summary>A piece of a query that stands in no parentheses: a word, a quoted name or text, something in parentheses as a whole, or another sign.</summary>
/// <param name="Text">As it is written; nothing for something in parentheses.</param>
/// <param name="Start">Where it starts.</param>
/// <param name="End">Behind its last character.</param>
internal sealed record SqlWord(string Text, int Start, int End)
{
    /// <summary>Whether it says which way a key of an order goes.</summary>
    public bool IsDirection => Is("ASC") || Is("DESC") || Is("NULLS") || Is("FIRST") || Is("LAST");

    /// <summary>Whether it is that word, in any case.</summary>
    public bool Is(string word) => Text.Equals(word, StringComparison.OrdinalIgnoreCase);

    /// <summary>The pieces of a query; blanks and comments are none.</summary>
    public static List<SqlWord> AtTop(string sql)
    {
        List<SqlWord> words = [];
        int depth = 0, opened = 0;
        for (int i = 0; i < sql.Length;)
        {
            int end = EndOfPiece(sql, i);
            bool isBlank = char.IsWhiteSpace(sql[i]) || sql.AsSpan(i).StartsWith("--") || sql.AsSpan(i).StartsWith("/*");
            if (sql[i] == '(' && depth++ == 0)
                opened = i;
            else if (sql[i] == ')' && --depth == 0)
                words.Add(new SqlWord("", opened, end));
            else if (depth == 0 && !isBlank)
                words.Add(new SqlWord(sql[i..end], i, end));
            i = end;
        }

        return words;
    }

    // Behind the piece that starts at a place.
    private static int EndOfPiece(string sql, int start)
    {
        if (sql.AsSpan(start).StartsWith("--"))
            return Behind(sql, "\n", start + 2);
        if (sql.AsSpan(start).StartsWith("/*"))
            return Behind(sql, "*/", start + 2);
        // A doubled quote inside ends one piece and starts the next, which is as good.
        if (sql[start] is '\'' or '"')
            return Behind(sql, sql[start].ToString(), start + 1);
        int end = start;
        while (end < sql.Length && (char.IsAsciiLetterOrDigit(sql[end]) || sql[end] is '_' or '$'))
            end++;
        return Math.Max(end, start + 1);
    }

    private static int Behind(string sql, string sign, int start) => sql.IndexOf(sign, start, StringComparison.Ordinal) is var at and >= 0 ? at + sign.Length : sql.Length;
}
