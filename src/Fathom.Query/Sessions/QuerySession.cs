using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Sessions;

/// <summary>
/// Recordings opened together for queries. The index of a recording in <see cref="Recordings"/> is its <c>rec</c>: numbers inside two recordings
/// have nothing in common, so every join includes it. One thread at a time.
/// </summary>
public sealed class QuerySession : IDisposable
{
    private readonly DuckDbConnection _engine;
    private readonly PrivateFolder _spill;
    private readonly SessionViews _views;

    private QuerySession(PrivateFolder spill, IReadOnlyList<RecordingReader> recordings)
    {
        _spill = spill;
        _engine = DuckDbConnection.Open(DuckDbOptions.In(spill.Path));
        _views = new SessionViews(_engine, recordings);
        Recordings = recordings;
    }

    /// <summary>The recordings, in the order of their <c>rec</c>.</summary>
    public IReadOnlyList<RecordingReader> Recordings { get; }

    /// <summary>Sentences that every answer must be accompanied by: incomplete recordings.</summary>
    public IReadOnlyList<string> Notices => [.. Recordings.SelectMany(r => r.Notices)];

    /// <summary>Opens a session. The recordings stay the caller's and must outlive it.</summary>
    public static QuerySession Open(params IReadOnlyList<RecordingReader> recordings) => new(PrivateFolder.Create(), recordings);

    /// <summary>Runs a shipped query. What it reads is compared with its checksums first.</summary>
    /// <param name="query">Its name, such as "heap/types".</param>
    /// <param name="stop">Interrupts it.</param>
    /// <param name="parameters">A value for each parameter of the query.</param>
    /// <exception cref="FathomException">A part of a recording is damaged.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public ResultTable Run(string query, CancellationToken stop, params ReadOnlySpan<QueryParameter> parameters)
    {
        try
        {
            string sql = NamedQuery.Text(query);
            _views.EnsureFor(sql);
            using DuckDbStatement statement = _engine.Prepare(sql);
            ParameterBinder.Bind(statement, parameters);
            QueryParameter[] values = [.. parameters];
            _views.Check(sql, explained => ParameterBinder.Bind(explained, values));
            using DuckDbResult result = statement.Execute(stop);
            return new ResultReader(result, ResultLimits.Shipped).Read();
        }
        catch (DuckDbException error) when (RecordingCheck.Cause(Recordings, error) is { } cause)
        {
            throw cause;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _engine.Dispose();
        _spill.Dispose();
    }
}
