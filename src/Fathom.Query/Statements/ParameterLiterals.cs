using System.Globalization;
using System.Text;
using Fathom.Model.Results;

namespace Fathom.Query.Statements;

/// <summary>
/// Numbers and truth values put into a query in place of their parameters. The engine plans a statement before it knows what is bound to it: a condition that is always true stays, and a
/// column of millions of rows is read for it.
/// </summary>
internal static class ParameterLiterals
{
    /// <summary>The query with them; what stands in texts, quoted names and comments is left.</summary>
    /// <param name="sql">A query.</param>
    /// <param name="parameters">All values of its parameters.</param>
    /// <param name="rest">Those that are still to be bound: texts and fractions.</param>
    public static string Put(string sql, QueryParameter[] parameters, out QueryParameter[] rest)
    {
        Dictionary<string, string> literals = new(StringComparer.OrdinalIgnoreCase);
        List<QueryParameter> bound = [];
        foreach (QueryParameter parameter in parameters)
        {
            if (Literal(parameter.Value) is { } literal)
                literals[parameter.Name] = literal;
            else
                bound.Add(parameter);
        }

        rest = [.. bound];
        StringBuilder text = new(sql.Length);
        for (int at = 0; at < sql.Length;)
        {
            int end = EndOf(sql, at);
            if (sql[at] == '$' && literals.TryGetValue(sql[(at + 1)..end], out string? literal))
                text.Append(literal);
            else
                text.Append(sql, at, end - at);
            at = end;
        }

        return text.ToString();
    }

    private static string? Literal(Cell value) => value.IsNull ? "NULL" : value.Kind switch
    {
        CellKind.Integer => string.Create(CultureInfo.InvariantCulture, $"CAST({value.Integer} AS BIGINT)"),
        CellKind.Boolean => value.Boolean ? "true" : "false",
        _ => null,
    };

    // The end of what begins at a place: a parameter, a text, a quoted name, a comment, or one character.
    private static int EndOf(string sql, int at) => (sql[at], at + 1 < sql.Length ? sql[at + 1] : '\0') switch
    {
        ('$', _) => NameEnd(sql, at + 1),
        ('\'' or '"', _) => Behind(sql, sql[at].ToString(), at + 1),
        ('-', '-') => Behind(sql, "\n", at + 2),
        ('/', '*') => Behind(sql, "*/", at + 2),
        _ => at + 1,
    };

    private static int NameEnd(string sql, int at)
    {
        while (at < sql.Length && (char.IsAsciiLetterOrDigit(sql[at]) || sql[at] == '_'))
            at++;
        return at;
    }

    private static int Behind(string sql, string mark, int from) => sql.IndexOf(mark, from, StringComparison.Ordinal) is >= 0 and var found ? found + mark.Length : sql.Length;
}
