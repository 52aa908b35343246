using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Foreign;

/// <summary>Turns the engine's refusal of a query into a message with the position, counted as an editor does.</summary>
internal static class QueryError
{
    /// <summary>The message for a query that is wrong.</summary>
    public static FathomException From(DuckDbException error, string sql)
    {
        if (error.Kind == "Usage")
            return FathomException.Usage(error.Message, "write one SELECT statement");
        string nextStep = error.Kind switch
        {
            "Catalog" or "Binder" => "fathom schema lists the tables and their columns",
            "Permission" => "query the tables that fathom schema lists; a query sees nothing else",
            _ => "correct the query; the dialect is DuckDB's",
        };
        return new FathomException($"The query is wrong{Place(error.Position, sql)}: {error.Message}", nextStep, ExitCode.Usage, error);
    }

    private static string Place(int? position, string sql)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(sql);
        if (position is not { } offset || offset < 0 || offset > utf8.Length)
            return "";
        string before = Encoding.UTF8.GetString(utf8, 0, offset);
        int line = before.Count(c => c == '\n') + 1;
        int column = before.Length - (before.LastIndexOf('\n') + 1) + 1;
        return string.Create(CultureInfo.InvariantCulture, $" at line {line}, column {column}");
    }
}
