using System.Text;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Foreign;

/// <summary>
/// Runs one query of the user over recordings. The text may come from anywhere, so the engine is closed in first: it can open the recordings'
/// parts and nothing else, its settings are locked, and <see cref="QueryGuard"/> lets only a single SELECT through.
/// </summary>
/// <remarks>Several statements in one text are refused: a result of the last one only would hide what the others did.</remarks>
public static class ForeignQuery
{
    /// <summary>Runs the query. It sees the same views as shipped queries; without recordings they are empty.</summary>
    /// <param name="recordings">Recordings in the order of their <c>rec</c>; they stay the caller's.</param>
    /// <param name="sql">One SELECT statement.</param>
    /// <param name="parameters">A value for each <c>$name</c> in it.</param>
    /// <param name="stop">Interrupts the query.</param>
    /// <param name="limits">What the result may hold.</param>
    /// <param name="origin">The file that the query is from; null for a text of the command line.</param>
    /// <exception cref="FathomException">The query is wrong or not allowed (<see cref="ExitCode.Usage"/>), or a recording is damaged (<see cref="ExitCode.Target"/>).</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public static ForeignResult Run(
        IReadOnlyList<RecordingReader> recordings,
        string sql,
        IReadOnlyList<QueryParameter> parameters,
        CancellationToken stop,
        ResultLimits? limits = null,
        QueryOrigin? origin = null)
    {
        // Without a recording there is nothing large to sort.
        using PrivateFolder? spill = recordings.Count == 0 ? null : PrivateFolder.Create();
        try
        {
            SessionViews.MakeReady();
            limits ??= ResultLimits.Foreign;
            using DuckDbConnection engine = DuckDbConnection.Open(limits.EngineFor(recordings, spill?.Path));
            Enclose(engine, recordings);
            return Run(engine, sql, [.. parameters], recordings, limits, stop);
        }
        catch (DuckDbException error)
        {
            throw RecordingCheck.Cause(recordings, error) ?? QueryError.From(error, sql, origin);
        }
    }

    // Views made later can still open the parts, and nothing else can be opened.
    private static void Enclose(DuckDbConnection engine, IReadOnlyList<RecordingReader> recordings)
    {
        StringBuilder files = new();
        foreach (RecordingReader recording in recordings)
        {
            foreach (string file in recording.AllPartFiles)
                files.Append(files.Length == 0 ? "" : ", ").Append(SqlText.Literal(file));
        }

        engine.Execute("SET allowed_paths = [" + files + "]; SET enable_external_access = false; SET lock_configuration = true");
    }

    private static ForeignResult Run(
        DuckDbConnection engine, string sql, QueryParameter[] parameters, IReadOnlyList<RecordingReader> recordings, ResultLimits limits, CancellationToken stop)
    {
        SessionViews views = new(engine, recordings, limits.WholeCheckBytes);
        views.EnsureFor(sql);
        QueryGuard.Check(engine, sql);
        using DuckDbStatement statement = Prepare(engine, views, sql);
        if (statement.Type != DuckDbStatementType.Select)
            throw QueryGuard.NotASelect();
        Bind(statement, parameters);
        views.Check(sql, explained => Bind(explained, parameters));
        using DuckDbResult result = statement.Execute(stop);
        if (result.Columns.All(c => ResultReader.CanRead(c.Type)))
            return Read(result, recordings, limits);
        // Types are known for certain only once the statement runs; nothing of it has been read.
        string readable = AsReadable(sql, result.Columns);
        result.Dispose();
        using DuckDbStatement castStatement = engine.Prepare(readable);
        Bind(castStatement, parameters);
        using DuckDbResult castResult = castStatement.Execute(stop);
        return Read(castResult, recordings, limits);
    }

    // The engine names the tables that come near to a wrong name, so it should know them all.
    private static DuckDbStatement Prepare(DuckDbConnection engine, SessionViews views, string sql)
    {
        try
        {
            return engine.Prepare(sql);
        }
        catch (DuckDbException error) when (error.Kind == "Catalog")
        {
            views.EnsureAll();
            return engine.Prepare(sql);
        }
    }

    // Dates, lists and the like are shown as the engine writes them. Columns are taken by position: their names may be the same.
    private static string AsReadable(string sql, IReadOnlyList<DuckDbColumn> columns)
    {
        string select = string.Join(", ", columns.Select((c, i) => $"{(ResultReader.CanRead(c.Type) ? $"c{i}" : $"CAST(c{i} AS VARCHAR)")} AS {SqlText.Name(c.Name)}"));
        string names = string.Join(", ", columns.Select((_, i) => $"c{i}"));
        return $"SELECT {select} FROM (\n{sql.TrimEnd().TrimEnd(';')}\n) AS q({names})";
    }

    private static void Bind(DuckDbStatement statement, QueryParameter[] parameters)
    {
        if (ParameterBinder.Mismatch(statement, parameters) is { } mismatch)
            throw FathomException.Usage(mismatch, "give each $name of the query one value with --param NAME=VALUE");
        ParameterBinder.Bind(statement, parameters);
    }

    private static ForeignResult Read(DuckDbResult result, IReadOnlyList<RecordingReader> recordings, ResultLimits limits)
    {
        ResultReader reader = new(result, limits);
        ResultTable rows = reader.Read().WithDistinctNames();
        List<string> notices = [.. recordings.SelectMany(r => r.Notices)];
        if (reader.IsTruncated)
            notices.Add($"Only the first {limits.MaxRows} rows are shown; there are more. Aggregate in the query, or add LIMIT and OFFSET.");
        return new ForeignResult(rows, notices);
    }
}
