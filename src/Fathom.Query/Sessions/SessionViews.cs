using System.Globalization;
using System.Text;
using Fathom.Model;
using Fathom.Model.Catalog;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Query.Statements;
using Fathom.Query.Tags;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Sessions;

/// <summary>
/// The views that every query sees: one per table of <see cref="TableCatalog"/> over all recordings, with the index of the recording as leading
/// column <c>rec</c>, and <c>recording</c> and <c>label</c> from the manifests. A view is made when a query first names it: it opens the parts
/// of its table in every recording, and there may be thousands.
/// </summary>
/// <param name="engine">The engine.</param>
/// <param name="recordings">The recordings, in the order of their <c>rec</c>.</param>
/// <param name="wholeBytes">Bytes up to which all columns of the tables are compared, and not only those that a query reads.</param>
internal sealed class SessionViews(DuckDbConnection engine, IReadOnlyList<RecordingReader> recordings, long wholeBytes)
{
    private const string RecordingColumns =
        "CAST(rec AS UINTEGER) AS rec, CAST(path AS VARCHAR) AS path, CAST(name AS VARCHAR) AS name, CAST(command AS VARCHAR) AS command, "
        + "CAST(created_utc AS VARCHAR) AS created_utc, CAST(complete AS BOOLEAN) AS complete";
    private const string LabelColumns = "CAST(rec AS UINTEGER) AS rec, CAST(key AS VARCHAR) AS key, CAST(value AS VARCHAR) AS value";

    private const string TagRule = "tag_rule";
    private const string RuleColumns =
        "CAST(place AS INTEGER) AS place, CAST(tag AS VARCHAR) AS tag, CAST(module AS VARCHAR) AS module, "
        + "CAST(pattern AS VARCHAR) AS pattern, CAST(is_own AS BOOLEAN) AS is_own, CAST(priority AS INTEGER) AS priority";

    // A query with one of these asks what tables there are.
    private static readonly string[] s_catalogueWords = ["show", "duckdb_", "information_schema", "pg_", "sqlite_"];
    private readonly HashSet<string> _made = new(StringComparer.Ordinal);
    private readonly List<string> _tables = [];
    private TagRules? _rules;
    private IntervalSet? _during;

    /// <summary>What view <c>tag_rule</c> has, which is of no recording; the shipped rules where nothing else is set.</summary>
    public TagRules Rules
    {
        get => _rules ?? TagRules.Shipped;
        set
        {
            _rules = value;
            _made.Remove(TagRule);
        }
    }

    /// <summary>What table <c>during</c> has, which is of one recording: the intervals that its questions are about; null for none.</summary>
    public IntervalSet? During
    {
        set
        {
            if (ReferenceEquals(_during, value))
                return;
            _during = value;
            _made.Remove(DuringTable.Name);
        }
    }

    /// <summary>Loads what every view needs: best before the engine is asked for, which another thread may still be opening.</summary>
    public static void MakeReady() => _ = TableCatalog.All;

    /// <summary>Makes the views that a query names. What any reader of their parts reads is checked before.</summary>
    /// <exception cref="DuckDbException">A part cannot be read.</exception>
    /// <exception cref="FathomException">A part is damaged.</exception>
    public void EnsureFor(string query)
    {
        bool all = false;
        foreach (string word in s_catalogueWords)
            all |= query.Contains(word, StringComparison.OrdinalIgnoreCase);
        Ensure(query, all);
    }

    /// <summary>Makes all views.</summary>
    /// <exception cref="DuckDbException">A part cannot be read.</exception>
    public void EnsureAll() => Ensure("", all: true);

    /// <summary>Compares what a query reads with its checksums, before its answer is shown.</summary>
    /// <param name="query">A query whose views are made.</param>
    /// <param name="bind">Gives the parameters of a statement their values.</param>
    /// <exception cref="FathomException">A part is damaged.</exception>
    public void Check(string query, Action<DuckDbStatement> bind)
    {
        List<(RecordingReader Recording, string Table)> open = [.. _tables.SelectMany(
            table => recordings.Where(recording => !recording.IsChecked(table)).Select(recording => (recording, table)))];
        if (open.Count == 0 || (open.Sum(static each => each.Recording.UncheckedBytes(each.Table)) <= wholeBytes && AreWhole(open)))
            return;
        Func<string, bool> isRead = ColumnsRead.By(engine, query, bind);
        foreach ((RecordingReader recording, string table) in open)
            recording.Check(table, isRead);
    }

    // Damage in a column that the query does not read is no reason to refuse its answer.
    private static bool AreWhole(List<(RecordingReader Recording, string Table)> open)
    {
        try
        {
            foreach ((RecordingReader recording, string table) in open)
                recording.Check(table, static _ => true);
            return true;
        }
        catch (FathomException)
        {
            return false;
        }
    }

    private void Ensure(string query, bool all)
    {
        StringBuilder sql = new();
        if (IsMissing("recording", query, all))
            AppendRecordings(sql);
        if (IsMissing("label", query, all))
            AppendLabels(sql);
        if (IsMissing(TagRule, query, all: false))
            AppendRules(sql);
        if (_during is not null && IsMissing(DuringTable.Name, query, all: false))
            DuringTable.Append(sql, _during);
        foreach (TableSchema table in TableCatalog.All)
        {
            if (!IsMissing(table.Name, query, all))
                continue;
            foreach (RecordingReader recording in recordings)
                recording.Check(table.Name);
            _tables.Add(table.Name);
            AppendTable(sql, table);
        }

        if (sql.Length > 0)
            engine.Execute(sql.ToString());
    }

    private bool IsMissing(string view, string query, bool all) =>
        (all || query.Contains(view, StringComparison.OrdinalIgnoreCase)) && _made.Add(view);

    /// <summary>The engine's name of a column type.</summary>
    public static string EngineType(ColumnType type) => type switch
    {
        ColumnType.Boolean => "BOOLEAN",
        ColumnType.Int32 => "INTEGER",
        ColumnType.Int64 => "BIGINT",
        ColumnType.UInt32 => "UINTEGER",
        ColumnType.UInt64 => "UBIGINT",
        ColumnType.Double => "DOUBLE",
        _ => "VARCHAR",
    };

    // One scan over the parts of all recordings: a UNION of a scan per recording needs megabytes for each, and a hundred of them a gigabyte.
    // The engine tells the position of a row's file in the list, and leaves out files whose recording a query does not ask for; where only one has the table, no row is asked.
    private void AppendTable(StringBuilder sql, TableSchema table)
    {
        StringBuilder files = new();
        StringBuilder rec = new("CASE");
        int fileCount = 0, holders = 0, last = 0;
        for (int i = 0; i < recordings.Count; i++)
        {
            IReadOnlyList<string> parts = recordings[i].PartFiles(table.Name);
            if (parts.Count == 0)
                continue;
            foreach (string file in parts)
                files.Append(fileCount++ == 0 ? "" : ", ").Append(SqlText.Literal(file));
            (holders, last) = (holders + 1, i);
            rec.Append(CultureInfo.InvariantCulture, $" WHEN file_index < {fileCount} THEN {i}");
        }

        sql.Append("CREATE VIEW ").Append(table.Name).Append(" AS SELECT CAST(");
        if (fileCount == 0)
            AppendColumns(sql.Append("NULL"), table, static _ => false).Append(" WHERE false");
        else
            AppendScan(holders == 1 ? sql.Append(last) : sql.Append(rec).Append(" END"), table, $"read_parquet([{files}], union_by_name = true)");
        sql.Append(";\n");
    }

    // A recording of an older schema lacks the columns that were added since.
    private void AppendScan(StringBuilder sql, TableSchema table, string source)
    {
        using DuckDbStatement probe = engine.Prepare("SELECT * FROM " + source);
        HashSet<string> present = [.. probe.Columns.Select(c => c.Name)];
        AppendColumns(sql, table, present.Contains).Append(" FROM ").Append(source);
    }

    private static StringBuilder AppendColumns(StringBuilder sql, TableSchema table, Func<string, bool> isPresent)
    {
        sql.Append(" AS UINTEGER) AS rec");
        foreach (ColumnSchema column in table.Columns)
        {
            sql.Append(", CAST(").Append(isPresent(column.Name) ? SqlText.Name(column.Name) : "NULL").Append(" AS ").Append(EngineType(column.Type));
            sql.Append(") AS ").Append(SqlText.Name(column.Name));
        }

        return sql;
    }

    private void AppendRecordings(StringBuilder sql)
    {
        List<string> rows = [];
        for (int rec = 0; rec < recordings.Count; rec++)
        {
            Manifest manifest = recordings[rec].Manifest;
            rows.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"({rec}, {SqlText.Literal(recordings[rec].Path)}, {SqlText.Literal(recordings[rec].Name)}, "
                + $"{SqlText.Literal(manifest.Command)}, '{manifest.CreatedUtc.UtcDateTime:yyyy-MM-ddTHH:mm:ssZ}', {manifest.Complete})"));
        }

        AppendValues(sql, "recording", "rec, path, name, command, created_utc, complete", RecordingColumns, "(NULL, NULL, NULL, NULL, NULL, NULL)", rows);
    }

    private void AppendLabels(StringBuilder sql)
    {
        List<string> rows = [];
        for (int rec = 0; rec < recordings.Count; rec++)
        {
            foreach (KeyValuePair<string, string> label in recordings[rec].Manifest.Labels)
                rows.Add(string.Create(CultureInfo.InvariantCulture, $"({rec}, {SqlText.Literal(label.Key)}, {SqlText.Literal(label.Value)})"));
        }

        AppendValues(sql, "label", "rec, key, value", LabelColumns, "(NULL, NULL, NULL)", rows);
    }

    private void AppendRules(StringBuilder sql)
    {
        IEnumerable<string> rows = Rules.Rules.Select(static (rule, place) => string.Create(
            CultureInfo.InvariantCulture,
            $"({place}, {SqlText.Literal(rule.Tag)}, {(rule.Module is { } module ? LikePattern.Of(module) : "NULL")}, "
            + $"{LikePattern.Of(rule.Method)}, {rule.IsOwn}, {rule.Priority})"));
        sql.Append("CREATE OR REPLACE VIEW ").Append(TagRule).Append(" AS SELECT ").Append(RuleColumns).Append(" FROM (VALUES ");
        sql.AppendJoin(", ", rows).Append(") AS v(place, tag, module, pattern, is_own, priority);\n");
    }

    private static void AppendValues(StringBuilder sql, string view, string names, string columns, string nothing, List<string> rows)
    {
        sql.Append("CREATE VIEW ").Append(view).Append(" AS SELECT ").Append(columns).Append(" FROM (VALUES ");
        sql.Append(rows.Count == 0 ? nothing : string.Join(", ", rows)).Append(") AS v(").Append(names).Append(')');
        sql.Append(rows.Count == 0 ? " WHERE false;\n" : ";\n");
    }
}
