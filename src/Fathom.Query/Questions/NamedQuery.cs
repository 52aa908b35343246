using System.Collections.Concurrent;
using Fathom.Model.Results;

namespace Fathom.Query.Questions;

/// <summary>
/// A shipped query: a file below <c>Sql</c>, known by its path without the ending ("heap/types"). Its header is the one declaration of what it asks for and
/// answers with, read when the query is first used.
/// </summary>
public sealed class NamedQuery
{
    private const string Ending = ".sql";
    private const string With = "WITH ";
    private static readonly ConcurrentDictionary<string, NamedQuery> s_read = new();
    private readonly Lazy<QueryHeader> _header;
    private readonly Lazy<ResultShape> _shape;

    private NamedQuery(string name, string text)
    {
        Text = text;
        Sql = Compose(text);
        _header = new Lazy<QueryHeader>(() => new HeaderReader($"Sql/{name}{Ending}", text).Read());
        _shape = new Lazy<ResultShape>(MakeShape);
    }

    /// <summary>Names of all shipped queries, in order.</summary>
    public static IReadOnlyList<string> All { get; } =
        [.. typeof(NamedQuery).Assembly.GetManifestResourceNames().Where(static n => n.EndsWith(Ending, StringComparison.Ordinal))
            .Select(static n => n[..^Ending.Length]).Order(StringComparer.Ordinal)];

    /// <summary>The whole file.</summary>
    public string Text { get; }

    /// <summary>
    /// What stands behind the header, with the queries that it uses as common table expressions. Without the header, whose words would count as
    /// names of tables.
    /// </summary>
    public string Sql { get; }

    /// <summary>What it declares.</summary>
    /// <exception cref="InvalidDataException">The header has a mistake.</exception>
    public QueryHeader Header => _header.Value;

    /// <summary>Columns and totals of its answer, known before anything is read so that wrong conditions fail first.</summary>
    /// <exception cref="InvalidDataException">The header has a mistake.</exception>
    public ResultShape Shape => _shape.Value;

    /// <summary>Whether its text has a word, such as the name of a table.</summary>
    public bool Names(string word)
    {
        for (int at = Sql.IndexOf(word, StringComparison.Ordinal); at >= 0; at = Sql.IndexOf(word, at + 1, StringComparison.Ordinal))
        {
            if (!IsWord(at - 1) && !IsWord(at + word.Length))
                return true;
        }

        return false;

        bool IsWord(int place) => place >= 0 && place < Sql.Length && (char.IsAsciiLetterOrDigit(Sql[place]) || Sql[place] == '_');
    }

    /// <summary>Finds one.</summary>
    /// <exception cref="ArgumentException">There is no such query.</exception>
    public static NamedQuery Of(string name) => s_read.GetOrAdd(name, static name => new NamedQuery(name, TextOf(name)));

    private static string Compose(string text)
    {
        string sql = text[HeaderReader.Length(text)..];
        List<string> names = [];
        AddUses(text, names);
        if (names.Count == 0)
            return sql;
        string used = string.Join(",\n", names.Select(static name => $"{NameInSql(name)} AS (\n{BodyOf(name)}\n)"));
        return sql.StartsWith(With, StringComparison.Ordinal) ? $"{With}{used},\n{sql[With.Length..]}" : $"{With}{used}\n{sql}";
    }

    // What a used query uses stands before it.
    private static void AddUses(string text, List<string> names)
    {
        foreach (string name in HeaderReader.UsesOf(text))
        {
            AddUses(TextOf(name), names);
            if (!names.Contains(name))
                names.Add(name);
        }
    }

    private static string NameInSql(string name) => name[(name.LastIndexOf('/') + 1)..].Replace('-', '_');

    private static string BodyOf(string name)
    {
        string text = TextOf(name);
        return text[HeaderReader.Length(text)..].TrimEnd();
    }

    private static string TextOf(string name)
    {
        using Stream resource = typeof(NamedQuery).Assembly.GetManifestResourceStream(name + Ending)
            ?? throw new ArgumentException($"There is no query '{name}'.", nameof(name));
        using StreamReader reader = new(resource);
        return reader.ReadToEnd();
    }

    // The totals of an answer that is totals itself are its rows.
    private ResultShape MakeShape()
    {
        QueryHeader? totals = Header.Totals is { } name ? Of(name).Header : Header.Rows.Count > 0 ? Header : null;
        return new ResultShape([.. Header.Columns.Select(static column => column.Column)])
        {
            IsSnapshot = Header.IsSnapshot,
            Hidden = [.. Header.Columns.Where(static column => column.IsHidden).Select(static column => column.Column.Name)],
            TotalsColumns = totals is null ? [] : [.. totals.Columns.Select(static column => column.Column)],
            TotalsRows = totals?.Rows ?? [],
        };
    }
}
