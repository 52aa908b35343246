namespace Fathom.Query.Statements;

/// <summary>Quotes what cannot be bound: names and paths in the definition of a view.</summary>
internal static class SqlText
{
    /// <summary>A text literal. The engine knows no escapes in it but the doubled quote.</summary>
    public static string Literal(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    /// <summary>A quoted name.</summary>
    public static string Name(string name) => $"\"{name.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
}
