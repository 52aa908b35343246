using Fathom.Model;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Foreign;

/// <summary>
/// Decides what a query of the user may do. The engine's own locks stop files and settings, but some of its table functions do things: they switch
/// logging and profiling on, which prints into the answer, take addresses as arguments, or run a text as SQL. So the engine is asked for the
/// syntax tree of the query, which it gives for SELECT alone, and every table function in it must be one of a list.
/// </summary>
internal static class QueryGuard
{
    // They compute from their arguments or list what the engine knows.
    private static readonly HashSet<string> s_allowed = new(StringComparer.OrdinalIgnoreCase)
    {
        "range", "generate_series", "unnest", "repeat", "repeat_row", "summary", "json_each", "json_tree", "histogram", "histogram_values",
        "duckdb_columns", "duckdb_functions", "duckdb_keywords", "duckdb_tables", "duckdb_types", "duckdb_views", "icu_calendar_names", "pg_timezone_names",
    };

    /// <summary>Lets a single SELECT through that calls harmless table functions only.</summary>
    /// <exception cref="FathomException">It is something else.</exception>
    /// <exception cref="DuckDbException">It does not parse.</exception>
    public static void Check(DuckDbConnection engine, string sql)
    {
        if (CallsNothing(sql))
            return;
        SyntaxTree tree = SyntaxTree.Read(engine, sql);
        if (!tree.IsSelect)
        {
            // A text that does not parse gets the parser's own message, with the position.
            engine.Prepare(sql).Dispose();
            throw NotASelect();
        }

        foreach (string function in tree.TableFunctions)
        {
            if (!s_allowed.Contains(function))
                throw FathomException.Usage($"The function {function}() is not allowed here: a query reads the recordings and nothing else.", "fathom schema lists the tables that it may read");
        }
    }

    // One SELECT without a parenthesis can call no function; asking for its tree takes some milliseconds, which short questions would notice.
    private static bool CallsNothing(string sql) =>
        sql.StartsWith("select ", StringComparison.OrdinalIgnoreCase) && !sql.Contains('(', StringComparison.Ordinal) && !sql.Contains(';', StringComparison.Ordinal);

    /// <summary>The refusal of everything but SELECT.</summary>
    public static FathomException NotASelect() => FathomException.Usage(
        "Only SELECT is allowed here: a query reads recordings and changes nothing.", "start with SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE or SHOW TABLES");
}
