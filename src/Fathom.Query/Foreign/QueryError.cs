using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Query.Questions;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Foreign;

/// <summary>Turns the engine's refusal of a query into a message with the position, counted as an editor does.</summary>
internal static class QueryError
{
    /// <summary>The message for a query that is wrong.</summary>
    /// <param name="error">The refusal.</param>
    /// <param name="sql">The query.</param>
    /// <param name="origin">The file that it is from; null for a text of the command line.</param>
    public static FathomException From(DuckDbException error, string sql, QueryOrigin? origin = null)
    {
        if (error.Kind == "Usage")
            return FathomException.Usage(error.Message, "write one SELECT statement");
        string nextStep = error.Kind switch
        {
            "Catalog" or "Binder" => "fathom schema lists the tables and their columns",
            "Permission" => "query the tables that fathom schema lists; a query sees nothing else",
            _ => "correct the query; the dialect is DuckDB's",
        };
        return new FathomException($"{(origin is null ? "The query" : $"'{origin.File}'")} is wrong{Place(error.Position, sql, origin)}: {error.Message}", nextStep, ExitCode.Usage, error);
    }

    private static string Place(int? position, string sql, QueryOrigin? origin)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(sql);
        if (position is not { } offset || offset < 0 || offset > utf8.Length)
            return "";
        string before = Encoding.UTF8.GetString(utf8, 0, offset);
        (int first, int firstLine) = origin is { } own && before.Length >= own.Offset ? (own.Offset, own.Line) : (0, 1);
        int line = before.AsSpan(first).Count('\n') + firstLine;
        int column = before.Length - (before.LastIndexOf('\n') + 1) + 1;
        return string.Create(CultureInfo.InvariantCulture, $" at line {line}, column {column}");
    }
}
