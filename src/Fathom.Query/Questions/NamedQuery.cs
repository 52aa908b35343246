using System.Collections.Concurrent;
using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Statements;

namespace Fathom.Query.Questions;

/// <summary>
/// A shipped query: a file below <c>Sql</c>, known by its path without the ending ("heap/types"). Its header is the one declaration of what it asks for and
/// answers with, read when the query is first used.
/// </summary>
public sealed class NamedQuery
{
    private const string Ending = ".sql";
    private const string With = "WITH ";
    private const string FromNs = "$scope_from_ns";
    private const string ToNs = "$scope_to_ns";
    private const string Tags = "$scope_tags";

    // What is taken off a time to have it on a clock that stands still outside of the window.
    private const string ShiftNs = "$scope_shift_ns";

    // The moment that shown times count from is taken off at the end of a question; no piece knows of it.
    private const string ZeroNs = "$scope_zero_ns";
    private const string MinusZero = " - " + ZeroNs;
    private const string NoShift = "CAST(0 AS BIGINT)";
    private const string Unbounded = "CAST(NULL AS BIGINT)";

    // What stands before it is asked about all of a recording, such as sums that were made when it was written.
    private const string InWindow = "\n-- In a window:\n";

    // What stands behind it keeps those of the rows before it that are of some tags. It calls them as the query, with an ending.
    private const string OfTags = "\n-- Of tags:\n";
    private const string OfAll = "_of_all";

    // What stands behind it is asked in place of all else where the time is a set of intervals, which table during has.
    private const string DuringAll = "\n-- During:\n";

    // A line that is part of the query only then: mostly it joins the table, whose columns the bounds are.
    private const string DuringLine = "-- During: ";
    private const string DuringFromNs = "during.from_ns";
    private const string DuringToNs = "during.to_ns";
    private const string DuringShiftNs = "during.shift_ns";
    private const string NoBound = " IS NULL OR ";
    private static readonly ConcurrentDictionary<string, NamedQuery> s_read = new();
    private readonly string _whole;
    private readonly Lazy<string> _inWindow;
    private readonly Lazy<string> _ofTags;
    private readonly Lazy<string> _during;
    private readonly Lazy<string> _duringOfTags;
    private readonly Lazy<QueryHeader> _header;
    private readonly Lazy<ResultShape> _shape;

    private NamedQuery(string file, string text)
    {
        File = file;
        Text = text;
        _whole = Compose(text, Part.Whole);
        Sql = Bound(_whole, null, null, null);
        _inWindow = new Lazy<string>(() => Compose(text, Part.Window));
        _ofTags = new Lazy<string>(() => Compose(text, Part.Tags));
        _during = new Lazy<string>(() => Compose(text, Part.During));
        _duringOfTags = new Lazy<string>(() => Compose(text, Part.DuringTags));
        _header = new Lazy<QueryHeader>(() => new HeaderReader(file, text).Read());
        _shape = new Lazy<ResultShape>(MakeShape);
    }

    /// <summary>Names of all shipped queries, in order.</summary>
    public static IReadOnlyList<string> All { get; } =
        [.. typeof(NamedQuery).Assembly.GetManifestResourceNames().Where(static n => n.EndsWith(Ending, StringComparison.Ordinal))
            .Select(static n => n[..^Ending.Length]).Order(StringComparer.Ordinal)];

    /// <summary>Its file, for messages.</summary>
    public string File { get; }

    /// <summary>The whole file.</summary>
    public string Text { get; }

    /// <summary>
    /// What stands behind the header, with the queries that it uses as common table expressions, about a recording as a whole.
    /// Without the header, whose words would count as names of tables.
    /// </summary>
    public string Sql { get; }

    /// <summary>Whether it can be asked about a part of the time: it, or a query that it uses, reads the bounds.</summary>
    public bool HasWindows => _inWindow.Value.Contains(FromNs, StringComparison.Ordinal);

    /// <summary>What it declares.</summary>
    /// <exception cref="InvalidDataException">The header has a mistake.</exception>
    public QueryHeader Header => _header.Value;

    /// <summary>Columns and totals of its answer, known before anything is read so that wrong conditions fail first.</summary>
    /// <exception cref="InvalidDataException">The header has a mistake.</exception>
    public ResultShape Shape => _shape.Value;

    /// <summary>
    /// The same about a part of the time of each recording. Its bounds are parameters of every query, which none declares:
    /// <c>$scope_from_ns</c> and <c>$scope_to_ns</c>, null for none. They stand in the text as numbers,
    /// so that the engine leaves out what does not lie within them.
    /// </summary>
    /// <param name="window">The part; null for all of it, as <see cref="Sql"/>.</param>
    /// <param name="tags">
    /// The tags of the stacks that count, each between commas; null for all. Such a query has them as <c>$scope_tags</c>.
    /// </param>
    /// <param name="zeroNs">
    /// The moment that the times of the answer count from, <c>$scope_zero_ns</c>; null for the begin of the recording. The bounds do not count from it.
    /// </param>
    public string SqlIn(TimeWindow? window, string? tags = null, long? zeroNs = null) =>
        tags is not null
            ? Bound((window?.Within is null ? _ofTags : _duringOfTags).Value, window?.FromNs, window?.ToNs, zeroNs).Replace(Tags, SqlText.Literal(tags), StringComparison.Ordinal)
        : window is null && zeroNs is null ? Sql
        : Bound(window is null ? _whole : (window.Within is null ? _inWindow : _during).Value, window?.FromNs, window?.ToNs, zeroNs);

    /// <summary>Whether its text has a word, such as the name of a table.</summary>
    /// <param name="word">The word.</param>
    /// <param name="window">The part of the time that is asked about; null for all of it.</param>
    /// <param name="tags">The tags that are asked about; null for all.</param>
    public bool Names(string word, TimeWindow? window = null, string? tags = null) => IsIn(word, SqlIn(window, tags));

    private static bool IsIn(string word, string sql)
    {
        for (int at = sql.IndexOf(word, StringComparison.Ordinal); at >= 0; at = sql.IndexOf(word, at + 1, StringComparison.Ordinal))
        {
            if (!IsWord(at - 1) && !IsWord(at + word.Length))
                return true;
        }

        return false;

        bool IsWord(int place) => place >= 0 && place < sql.Length && (char.IsAsciiLetterOrDigit(sql[place]) || sql[place] == '_');
    }

    /// <summary>Finds one.</summary>
    /// <exception cref="ArgumentException">There is no such query.</exception>
    public static NamedQuery Of(string name) => s_read.GetOrAdd(name, static name => new NamedQuery($"Sql/{name}{Ending}", TextOf(name)));

    /// <summary>A query that somebody else wrote, and which may use shipped ones.</summary>
    /// <param name="file">Its file, for messages.</param>
    /// <param name="text">Its text.</param>
    /// <exception cref="InvalidDataException">The header has a mistake; the message names the file and the line.</exception>
    public static NamedQuery OfText(string file, string text)
    {
        string lines = text.ReplaceLineEndings("\n");
        _ = new HeaderReader(file, lines).Read();
        return new NamedQuery(file, lines);
    }

    /// <summary>Where in its own file the text of <see cref="SqlIn"/> comes from.</summary>
    /// <param name="window">The part of the time that is asked about.</param>
    public QueryOrigin OriginIn(TimeWindow? window)
    {
        string body = BodyOf(Text, window is null ? Part.Whole : Part.Window), sql = SqlIn(window);
        int line = Text.AsSpan(0, Text.IndexOf(body, StringComparison.Ordinal)).Count('\n') + 1;
        string own = Bound(body.StartsWith(With, StringComparison.Ordinal) ? body[With.Length..] : body, window?.FromNs, window?.ToNs, null);
        return new QueryOrigin(File, sql.Length - own.Length, line);
    }

    private static string Compose(string text, Part part)
    {
        string sql = BodyOf(text, part);
        List<string> names = [];
        AddUses(text, names, part);
        if (names.Count == 0)
            return sql;
        string used = string.Join(",\n", names.Select(name => Table(name, part)));
        return sql.StartsWith(With, StringComparison.Ordinal) ? $"{With}{used},\n{sql[With.Length..]}" : $"{With}{used}\n{sql}";
    }

    // What a used query uses stands before it. What only a window needs would make the engine open tables for nothing.
    private static void AddUses(string text, List<string> names, Part part)
    {
        foreach (string name in HeaderReader.UsesOf(text).Where(name => IsIn(NameInSql(name), BodyOf(text, part) + TagsOf(text, part))))
        {
            AddUses(TextOf(name), names, part);
            if (!names.Contains(name))
                names.Add(name);
        }
    }

    private static string NameInSql(string name) => name[(name.LastIndexOf('/') + 1)..].Replace('-', '_');

    private static string BodyOf(string text, Part part)
    {
        string body = text[HeaderReader.Length(text)..];
        int tags = body.IndexOf(OfTags, StringComparison.Ordinal);
        if (tags >= 0)
            body = body[..(tags + 1)];
        bool isDuring = part is Part.During or Part.DuringTags;
        if (body.IndexOf(DuringAll, StringComparison.Ordinal) is var during and >= 0)
            body = isDuring ? body[(during + DuringAll.Length)..] : body[..(during + 1)];
        int window = body.IndexOf(InWindow, StringComparison.Ordinal);
        body = window < 0 ? body : part == Part.Whole ? body[..(window + 1)] : body[(window + InWindow.Length)..];
        return isDuring ? Joined(body) : body;
    }

    // Bounds of a piece that joins the intervals are theirs; elsewhere they are those of all of them together.
    private static string Joined(string body) => !body.Contains(DuringLine, StringComparison.Ordinal) ? body
        : body.Replace(DuringLine, "", StringComparison.Ordinal)
            .Replace(FromNs + NoBound, "", StringComparison.Ordinal).Replace(ToNs + NoBound, "", StringComparison.Ordinal)
            .Replace(FromNs, DuringFromNs, StringComparison.Ordinal).Replace(ToNs, DuringToNs, StringComparison.Ordinal)
            .Replace(ShiftNs, DuringShiftNs, StringComparison.Ordinal);

    // What leaves stacks of other tags out of the body; empty where nothing does.
    private static string TagsOf(string text, Part part) =>
        part is Part.Tags or Part.DuringTags && text.IndexOf(OfTags, StringComparison.Ordinal) is var at and >= 0 ? text[(at + OfTags.Length)..] : "";

    private static string Table(string name, Part part)
    {
        string text = TextOf(name), inSql = NameInSql(name), ofTags = TagsOf(text, part);
        string table = $"{inSql}{(ofTags.Length > 0 ? OfAll : "")} AS (\n{BodyOf(text, part).TrimEnd()}\n)";
        return ofTags.Length == 0 ? table : $"{table},\n{inSql} AS (\n{ofTags.TrimEnd()}\n)";
    }

    private static string Bound(string sql, long? fromNs, long? toNs, long? zeroNs) => sql.Replace(FromNs, Literal(fromNs), StringComparison.Ordinal)
        .Replace(ToNs, Literal(toNs), StringComparison.Ordinal).Replace(ShiftNs, NoShift, StringComparison.Ordinal)
        .Replace(zeroNs is null ? MinusZero : ZeroNs, zeroNs is null ? "" : Literal(zeroNs), StringComparison.Ordinal);

    private static string Literal(long? bound) =>
        bound is { } ns ? string.Create(CultureInfo.InvariantCulture, $"CAST({ns} AS BIGINT)") : Unbounded;

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

    private enum Part
    {
        Whole,
        Window,
        Tags,
        During,
        DuringTags,
    }
}
