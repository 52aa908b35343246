using System.Globalization;
using Fathom.Model.Results;

namespace Fathom.Query.Statements;

/// <summary>
/// Numbers and truth values put into a query in place of their parameters. The engine plans a statement before it knows what is bound to it: a condition that is always true stays, and a
/// column of millions of rows is read for it.
/// </summary>
internal static class ParameterLiterals
{
    /// <summary>The query with them.</summary>
    /// <param name="sql">A query.</param>
    /// <param name="parameters">All values of its parameters.</param>
    /// <param name="rest">Those that are still to be bound: texts and fractions.</param>
    public static string Put(string sql, QueryParameter[] parameters, out QueryParameter[] rest)
    {
        List<QueryParameter> bound = [];
        foreach (QueryParameter parameter in parameters)
        {
            if (Literal(parameter.Value) is { } literal)
                sql = Put(sql, "$" + parameter.Name, literal);
            else
                bound.Add(parameter);
        }

        rest = [.. bound];
        return sql;
    }

    private static string? Literal(Cell value) => value.IsNull ? "NULL" : value.Kind switch
    {
        CellKind.Integer => string.Create(CultureInfo.InvariantCulture, $"CAST({value.Integer} AS BIGINT)"),
        CellKind.Boolean => value.Boolean ? "true" : "false",
        _ => null,
    };

    private static string Put(string sql, string parameter, string literal)
    {
        for (int at = 0; (at = sql.IndexOf(parameter, at, StringComparison.Ordinal)) >= 0;)
        {
            int end = at + parameter.Length;
            bool isWhole = end == sql.Length || !(char.IsAsciiLetterOrDigit(sql[end]) || sql[end] == '_');
            if (isWhole)
                sql = string.Concat(sql.AsSpan(0, at), literal, sql.AsSpan(end));
            at += isWhole ? literal.Length : parameter.Length;
        }

        return sql;
    }
}
