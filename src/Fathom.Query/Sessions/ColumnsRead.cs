using System.Text;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Sessions;

/// <summary>
/// Tells which columns a query reads: those whose name stands anywhere in the engine's plan for it. The plan names every column that a scan takes out of a
/// part, those that only a filter needs among them; a name that stands there for another reason makes a column count that is not read.
/// </summary>
internal static class ColumnsRead
{
    /// <summary>The columns that a query reads, by their names.</summary>
    /// <param name="engine">The engine, with the views that the query names.</param>
    /// <param name="query">One SELECT statement.</param>
    /// <param name="bind">Gives the parameters of a statement their values.</param>
    public static Func<string, bool> By(DuckDbConnection engine, string query, Action<DuckDbStatement> bind)
    {
        HashSet<string>? words = Plan(engine, query, bind) is { } plan ? Words(plan) : null;
        return column => words is null || words.Contains(column);
    }

    // Some statements count as SELECT and have no plan of their own, such as DESCRIBE: everything counts then.
    private static string? Plan(DuckDbConnection engine, string query, Action<DuckDbStatement> bind)
    {
        try
        {
            using DuckDbStatement statement = engine.Prepare("EXPLAIN (FORMAT JSON) " + query);
            bind(statement);
            using DuckDbResult result = statement.Execute();
            StringBuilder text = new();
            while (result.Read(out DuckDbChunk chunk))
            {
                for (int row = 0; row < chunk.RowCount; row++)
                    text.Append(Encoding.UTF8.GetString(chunk.Column(1).Utf8(row)));
            }

            return text.Length == 0 ? null : text.ToString();
        }
        catch (DuckDbException)
        {
            return null;
        }
    }

    private static HashSet<string> Words(string plan)
    {
        HashSet<string> words = new(StringComparer.OrdinalIgnoreCase);
        int start = 0;
        for (int i = 0; i <= plan.Length; i++)
        {
            if (i < plan.Length && (char.IsAsciiLetterOrDigit(plan[i]) || plan[i] == '_'))
                continue;
            if (i > start)
                words.Add(plan[start..i]);
            start = i + 1;
        }

        return words;
    }
}
