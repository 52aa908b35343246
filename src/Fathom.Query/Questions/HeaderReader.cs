using System.Buffers;
using Fathom.Model.Results;

namespace Fathom.Query.Questions;

/// <summary>
/// Reads the header of a shipped query: what it answers in some lines, then sections in this order. Two blanks or more divide what stands in a line.
/// <code>
/// -- What lies on the managed heap, per type.
/// -- Uses: lib/recorded, lib/own-frame
/// -- Parameters:
/// --   $rec  integer  which recording
/// -- Columns:
/// --   type        key text
/// --   module      hidden text  file of the assembly
/// --   size_bytes  bytes        what the objects occupy
/// -- Totals: heap/totals
/// -- Snapshot: yes
/// -- Sums: yes
/// -- Compared: type by size_bytes
/// -- Adds: size_bytes
/// -- Keeps: max_bytes
/// -- Rule: warning
/// --   says  {count} objects of {type}
/// </code>
/// A column has a name, a type (<see cref="ColumnWords"/>) that fits the unit in its name, and a description where the name does not say it all; a hidden one is
/// shown when it is asked for, a detail in tables for people only then, common ones there only where their values differ, and a key is never left out of a
/// table that is too wide (<see cref="ColumnRank"/>). Of a comparison people read <c>before_…</c> and <c>after_…</c> for <c>a_…</c> and <c>b_…</c>.
/// <c>Uses</c> names queries that this one reads like tables, by their file names with <c>_</c> for <c>-</c>. <c>Totals</c> names the query with the
/// sums. A query of totals has <c>Rows: free, allocated, total</c> instead. <c>Snapshot</c> marks answers that are moments of a series, and <c>Sums</c>
/// those whose rows are few and made of many: they are counted while they are shown. <c>Compared</c> names the columns by which rows of two recordings
/// are the same one, and the figure that is compared (<c>process, method by cpu_self_ns, own by cpu_total_ns</c>: another one for rows of own code);
/// <c>Rule</c> makes it a rule of findings (<see cref="RuleHeader"/>).
/// <c>Adds</c> the figures that grow with time, <c>Overlaps</c> those of them that rows share, and <c>Keeps</c> those that do not grow. Uses, Parameters and those behind Columns may be left out.
/// Behind the header two queries may stand, with the line <c>-- In a window:</c> between: the first is asked about a recording as a whole.
/// <c>$scope_from_ns</c> and <c>$scope_to_ns</c>, which no header declares, are the bounds of the window, null for none
/// (<see cref="NamedQuery.SqlIn"/>). A last one may stand behind <c>-- Of tags:</c>: it keeps the rows of
/// stacks with some tags, of what is called as the query with <c>_of_all</c> at its end.
/// A line <c>-- During: JOIN during ON …</c> is part of the query only where the time is a set of intervals (<c>--during</c>): table <c>during</c> has
/// them, and the bounds in such a query are its columns. Where that is not enough, another query stands behind a line <c>-- During:</c>.
/// </summary>
/// <param name="file">The file, for messages.</param>
/// <param name="sql">Its text.</param>
internal sealed class HeaderReader(string file, string sql)
{
    private const string Comment = "--";
    private const string TextStart = "-- ";
    private const string EntryStart = "--   ";
    private const string Blanks = "  ";
    private const string Hidden = "hidden ";
    private static readonly (string Word, ColumnRank Rank)[] s_ranks = [("key ", ColumnRank.Key), ("detail ", ColumnRank.Detail), ("common ", ColumnRank.Common)];
    // No regular expressions: to load what they need takes longer than all else here, at every start.
    private static readonly SearchValues<char> s_nameChars = SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789_");
    private const string Uses = "-- Uses: ";
    private static readonly string[] s_sections = ["", "Uses", "Parameters", "Columns", "Rows", "Totals", "Snapshot", "Sums", "Compared", "Adds", "Overlaps", "Keeps", "Rule"];
    private readonly List<HeaderParameter> _parameters = [];
    private readonly List<HeaderColumn> _columns = [];
    private readonly List<string> _rows = [];
    private string? _totals;
    private bool _isSnapshot;
    private bool _isSums;
    private ComparedColumns? _compared;
    private RuleReader? _rule;
    private bool _hasPurpose;
    private string _section = "";
    private int _line;

    /// <summary>The purpose, parameters, columns, rows and totals that the header declares.</summary>
    /// <exception cref="InvalidDataException">There is a mistake in it; the message names the file and the line.</exception>
    public QueryHeader Read()
    {
        foreach (string line in sql[..Length(sql)].ReplaceLineEndings("\n").TrimEnd('\n').Split('\n'))
        {
            _line++;
            if (SectionOf(line) is var (section, value))
                Begin(section, value);
            else if (_section is "Parameters" or "Columns" or "Rows" or "Rule" && IsText(line, EntryStart))
                Add(line[EntryStart.Length..]);
            else if (_section.Length == 0 && IsText(line, TextStart))
                _hasPurpose = true;
            else
                throw Wrong(_section.Length == 0 ? $"'{line}' stands in no section" : $"'{line}' is not a line of section '{_section}'");
        }

        if (_columns.Count == 0)
            throw Wrong("no column is declared up to here");
        if (_compared is { } compared && (string[])[compared.Figure, compared.OwnFigure ?? compared.Figure] is var asked && asked.Except(compared.Figures).Any())
            throw Wrong($"'{asked.Except(compared.Figures).First()}' is compared, and is none of the figures");
        HeaderColumn[] columns = [.. _columns.Select(column => column with { Column = Sided(column.Column) })];
        return new QueryHeader(file, _parameters, columns)
        {
            Rows = _rows,
            Totals = _totals,
            IsSnapshot = _isSnapshot,
            IsSums = _isSums,
            Compared = _compared,
            Rule = _rule?.Read([.. columns.Select(static column => column.Column.Name)]),
        };
    }

    /// <summary>Characters of the header that a text begins with.</summary>
    public static int Length(string sql)
    {
        int length = 0;
        while (sql.AsSpan(length).StartsWith(Comment))
            length = sql.IndexOf('\n', length) is var end and >= 0 ? end + 1 : sql.Length;
        return length;
    }

    /// <summary>The queries that a text reads like tables, in their order.</summary>
    public static string[] UsesOf(string sql)
    {
        int header = Length(sql), at = sql.AsSpan(0, header).IndexOf("\n" + Uses);
        if (at < 0)
            return [];
        ReadOnlySpan<char> line = sql.AsSpan(at + 1 + Uses.Length);
        return line[..line.IndexOfAny('\r', '\n')].ToString().Split(',', StringSplitOptions.TrimEntries);
    }

    private void Begin(string section, string value)
    {
        if (!_hasPurpose)
            throw Wrong("nothing says what the query answers");
        if (Array.IndexOf(s_sections, section) <= Array.IndexOf(s_sections, _section))
            throw Wrong($"'{section}' stands twice or too late");
        _section = section;
        switch (section)
        {
            case "Uses":
                if (UsesOf(sql).FirstOrDefault(static name => !NamedQuery.All.Contains(name)) is { } unknown)
                    throw Wrong($"there is no query '{unknown}'");
                break;
            case "Rows":
                AddRows(value);
                break;
            case "Totals":
                _totals = NamedQuery.All.Contains(value) ? value : throw Wrong($"there is no query '{value}'");
                break;
            case "Snapshot":
                _isSnapshot = value == "yes" ? true : throw Wrong("it is 'Snapshot: yes', or left out");
                break;
            case "Sums":
                _isSums = value == "yes" ? true : throw Wrong("it is 'Sums: yes', or left out");
                break;
            case "Compared":
                _compared = Compared(value);
                break;
            case "Adds":
                _compared = _compared is { } adding ? adding with { Adds = Known(value) } : throw Wrong("nothing is compared");
                break;
            case "Overlaps":
                _compared = _compared is { } sharing ? sharing with { Overlaps = Known(value) } : throw Wrong("nothing is compared");
                break;
            case "Keeps":
                _compared = _compared is { } keeping ? keeping with { Keeps = Known(value) } : throw Wrong("nothing is compared");
                break;
            case "Rule":
                _rule = new RuleReader(value, Wrong);
                break;
            default:
                if (value.Length > 0)
                    throw Wrong($"behind '{section}:' follow lines of their own");
                break;
        }
    }

    // "process, method by cpu_self_ns, own by cpu_total_ns".
    private ComparedColumns Compared(string value)
    {
        string[] parts = value.Split(" by ", StringSplitOptions.TrimEntries);
        return parts switch
        {
            [var same, var figure] => new ComparedColumns(Known(same), Known(figure)[0]),
            [var same, var figure, var own] when figure.EndsWith(", own", StringComparison.Ordinal) =>
                new ComparedColumns(Known(same), Known(figure[..^", own".Length])[0]) { OwnFigure = Known(own)[0] },
            _ => throw Wrong("it is 'Compared: COLUMNS by FIGURE', with ', own by FIGURE' for another one of own code"),
        };
    }

    private string[] Known(string list)
    {
        string[] names = list.Split(',', StringSplitOptions.TrimEntries);
        return Array.Find(names, name => !_columns.Exists(column => column.Column.Name == name)) is { } unknown
            ? throw Wrong($"'{unknown}' is none of the columns") : names;
    }

    private void Add(string entry)
    {
        if (_section == "Rows")
        {
            AddRows(entry);
            return;
        }

        string[] parts = SplitAtBlanks(entry, 3);
        string description = parts.Length > 2 ? parts[2] : "";
        if (parts.Length < 2)
            throw Wrong(_rule is null ? $"'{entry}' has no type" : $"nothing stands behind '{entry}'");
        if (_rule is not null)
            _rule.Add(parts[0], string.Join(Blanks, parts[1..]));
        else if (_section == "Columns")
            AddColumn(parts[0], parts[1], description);
        else
            AddParameter(parts[0], parts[1], description);
    }

    private void AddColumn(string name, string words, string description)
    {
        bool isHidden = words.StartsWith(Hidden, StringComparison.Ordinal);
        (string? word, ColumnRank rank) = Array.Find(s_ranks, known => words.StartsWith(known.Word, StringComparison.Ordinal));
        string type = isHidden ? words[Hidden.Length..] : words[(word?.Length ?? 0)..];
        if (!IsName(name))
            throw Wrong($"'{name}' is not a name of a column");
        if (_columns.Exists(column => column.Column.Name == name))
            throw Wrong($"column '{name}' stands twice");
        if (ColumnWords.Read(type) is not { } known)
            throw Wrong($"'{type}' of column '{name}' is none of {ColumnWords.All}");
        ColumnUnit told = ColumnUnits.Of(name, known.Kind);
        if (known.Unit != told && !(told == ColumnUnit.None && known.Unit is ColumnUnit.Count or ColumnUnit.Lines))
            throw Wrong($"'{type}' of column '{name}' is not what its name says");
        _columns.Add(new HeaderColumn(new ResultColumn(name, known.Kind, known.Unit) { Rank = rank }, isHidden, description));
    }

    private void AddParameter(string name, string type, string description)
    {
        if (name[0] != '$' || !IsName(name[1..]))
            throw Wrong($"'{name}' is not a name of a parameter");
        if (_parameters.Exists(parameter => parameter.Name == name[1..]))
            throw Wrong($"parameter '{name}' stands twice");
        if (ColumnWords.Read(type) is not { Unit: ColumnUnit.None } known)
            throw Wrong($"'{type}' of parameter '{name}' is none of text, boolean, integer, real");
        if (description.Length == 0)
            throw Wrong($"nothing says what parameter '{name}' decides");
        _parameters.Add(new HeaderParameter(name[1..], known.Kind, description));
    }

    // A comma at the end of a line lets the list go on in the next one.
    private void AddRows(string list)
    {
        if (_columns.Count == 0 || _columns[0].Column.Name != ResultShape.TotalsKey)
            throw Wrong($"the first column of totals is '{ResultShape.TotalsKey}'");
        foreach (string row in list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (!IsName(row) || _rows.Contains(row))
                throw Wrong($"'{row}' is not a name of a row, or stands twice");
            _rows.Add(row);
        }
    }

    // Where both sides of a comparison are columns, people read which one was before.
    private ResultColumn Sided(ResultColumn column)
    {
        const string a = "a_", b = "b_";
        if (!column.Name.StartsWith(a, StringComparison.Ordinal) && !column.Name.StartsWith(b, StringComparison.Ordinal))
            return column;
        string what = column.Name[a.Length..];
        if (!_columns.Exists(other => other.Column.Name == a + what) || !_columns.Exists(other => other.Column.Name == b + what))
            return column;
        string side = column.Name[0] == 'a' ? "before" : "after", shown = column.ShortName[Math.Min(a.Length, column.ShortName.Length)..];
        return column with { Heading = shown.Length == 0 ? side : $"{side}_{shown}" };
    }

    private InvalidDataException Wrong(string what) => new($"{file}, line {_line}: {what}.");

    // "-- Totals: heap/totals", or "-- Columns:" without more behind it.
    private static (string Section, string Value)? SectionOf(string line)
    {
        int colon = line.IndexOf(':', StringComparison.Ordinal);
        if (colon <= TextStart.Length || !line.StartsWith(TextStart, StringComparison.Ordinal) || !s_sections.Contains(line[TextStart.Length..colon]))
            return null;
        string rest = line[(colon + 1)..];
        return rest.Length == 0 ? (line[TextStart.Length..colon], "")
            : rest.Length > 1 && rest[0] == ' ' && !char.IsWhiteSpace(rest[1]) ? (line[TextStart.Length..colon], rest[1..])
            : null;
    }

    private static bool IsText(string line, string start) =>
        line.Length > start.Length && line.StartsWith(start, StringComparison.Ordinal) && !char.IsWhiteSpace(line[start.Length]);

    private static bool IsName(string name) => name.Length > 0 && char.IsAsciiLetterLower(name[0]) && !name.AsSpan().ContainsAnyExcept(s_nameChars);

    private static string[] SplitAtBlanks(string text, int most)
    {
        List<string> parts = [];
        while (parts.Count < most - 1 && text.IndexOf(Blanks, StringComparison.Ordinal) is >= 0 and int at)
        {
            parts.Add(text[..at]);
            text = text[at..].TrimStart(' ');
        }

        return [.. parts, text];
    }
}
