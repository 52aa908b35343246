using System.Text.Json;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Foreign;

/// <summary>
/// What the engine's parser sees in a query. <c>json_serialize_sql</c> gives the tree as JSON for texts of SELECT statements and an error object for all
/// others: <c>{"error": false, "statements": […]}</c>. A call of a table function is an object with <c>"type": "TABLE_FUNCTION"</c> and the call as
/// <c>"function": {"function_name": …}</c>, wherever in the query it stands.
/// </summary>
internal sealed class SyntaxTree
{
    // The tree is a few times as deep as the expression, which the engine limits to 1,000.
    private const int MaxDepth = 20_000;

    private SyntaxTree(bool isSelect, IReadOnlyList<string> tableFunctions)
    {
        IsSelect = isSelect;
        TableFunctions = tableFunctions;
    }

    /// <summary>Whether the text parses and holds SELECT statements only.</summary>
    public bool IsSelect { get; }

    /// <summary>Names of all table functions that are called.</summary>
    public IReadOnlyList<string> TableFunctions { get; }

    /// <summary>Asks the engine; the query is not run.</summary>
    public static SyntaxTree Read(DuckDbConnection engine, string sql)
    {
        using DuckDbStatement statement = engine.Prepare("SELECT json_serialize_sql(CAST($1 AS VARCHAR), skip_null := true, skip_empty := true, skip_default := true)");
        statement.Bind(1, sql);
        using DuckDbResult result = statement.Execute();
        result.Read(out DuckDbChunk chunk);
        return Parse(chunk.Column(0).Utf8(0));
    }

    private static SyntaxTree Parse(ReadOnlySpan<byte> json)
    {
        Utf8JsonReader reader = new(json, new JsonReaderOptions { MaxDepth = MaxDepth });
        List<string> functions = [];
        // Depths of the table functions whose name has not come yet; the name stands one level below.
        List<int> unnamed = [];
        bool isSelect = false;
        while (reader.Read())
        {
            if (reader.TokenType != JsonTokenType.PropertyName)
                continue;
            int depth = reader.CurrentDepth;
            if (depth == 1 && reader.ValueTextEquals("error"u8))
            {
                isSelect = reader.Read() && reader.TokenType == JsonTokenType.False;
            }
            else if (reader.ValueTextEquals("type"u8))
            {
                if (reader.Read() && reader.TokenType == JsonTokenType.String && reader.ValueTextEquals("TABLE_FUNCTION"u8))
                    unnamed.Add(depth);
            }
            else if (reader.ValueTextEquals("function_name"u8) && unnamed.Remove(depth - 1) && reader.Read())
            {
                functions.Add(reader.GetString()!);
            }
        }

        // A tree that is built in another way is not understood, so nothing in it is let through.
        if (unnamed.Count > 0)
            functions.Add("?");
        return new SyntaxTree(isSelect, functions);
    }
}
