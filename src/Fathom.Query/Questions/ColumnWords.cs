using Fathom.Model.Results;

namespace Fathom.Query.Questions;

/// <summary>Kind and unit of a column as a header writes them: "text", "count", "real bytes".</summary>
internal static class ColumnWords
{
    private const string Fraction = "real ";

    private static readonly (string Word, CellKind Kind, ColumnUnit Unit)[] s_words =
    [
        ("text", CellKind.Text, ColumnUnit.None),
        ("lines", CellKind.Text, ColumnUnit.Lines),
        ("boolean", CellKind.Boolean, ColumnUnit.None),
        ("integer", CellKind.Integer, ColumnUnit.None),
        ("real", CellKind.Real, ColumnUnit.None),
        ("count", CellKind.Integer, ColumnUnit.Count),
        ("bytes", CellKind.Integer, ColumnUnit.Bytes),
        ("ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        ("address", CellKind.Integer, ColumnUnit.Address),
        ("percent", CellKind.Real, ColumnUnit.Percent),
        (Fraction + "count", CellKind.Real, ColumnUnit.Count),
        (Fraction + "bytes", CellKind.Real, ColumnUnit.Bytes),
        (Fraction + "ns", CellKind.Real, ColumnUnit.Nanoseconds),
    ];

    /// <summary>All of them, for a message.</summary>
    public static string All { get; } = string.Join(", ", s_words.Select(static known => known.Word));

    /// <summary>Reads them; null for words that are none.</summary>
    public static (CellKind Kind, ColumnUnit Unit)? Read(string words)
    {
        foreach ((string word, CellKind kind, ColumnUnit unit) in s_words)
        {
            if (word == words)
                return (kind, unit);
        }

        return null;
    }

    /// <summary>Writes a column with its name, for a message.</summary>
    public static string Of(ResultColumn column) =>
        $"'{column.Name}' {Array.Find(s_words, known => known.Kind == column.Kind && known.Unit == column.Unit).Word ?? column.Kind.ToString().ToLowerInvariant()}";
}
