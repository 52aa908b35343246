using System.Globalization;
using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Requests;
using Fathom.Query.Statements;
using Fathom.Query.Tags;
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
    private readonly TextFunctions _functions;
    private readonly ResultLimits _limits;
    private readonly Dictionary<string, ResultTable> _newest = new(StringComparer.Ordinal);

    private QuerySession(PrivateFolder spill, IReadOnlyList<RecordingReader> recordings, ResultLimits limits)
    {
        _spill = spill;
        SessionViews.MakeReady();
        _engine = DuckDbConnection.Open(limits.EngineFor(recordings, spill.Path));
        _views = new SessionViews(_engine, recordings, limits.WholeCheckBytes);
        _functions = new TextFunctions(_engine);
        _limits = limits;
        Recordings = recordings;
    }

    /// <summary>The recordings, in the order of their <c>rec</c>.</summary>
    public IReadOnlyList<RecordingReader> Recordings { get; }

    /// <summary>Sentences that every answer must be accompanied by: incomplete recordings.</summary>
    public IReadOnlyList<string> Notices => [.. Recordings.SelectMany(r => r.Notices)];

    /// <summary>Sentences for answers about memory and the machine.</summary>
    public IReadOnlyList<string> Remarks => [.. Recordings.SelectMany(static recording => recording.Manifest.Remarks).Distinct()];

    /// <summary>The part of the time of the recordings that shipped queries are about; null for all of it.</summary>
    public TimeWindow? Window
    {
        get;
        set
        {
            field = value;
            _views.During = value?.Within;
        }
    }

    /// <summary>The moment that times of shipped queries count from; null for the begin of the recording.</summary>
    public TimeZero? Zero { get; set; }

    /// <summary>The parts of recordings, by their position, that somebody asked about.</summary>
    internal Dictionary<int, TimeWindow> Windows { get; } = [];

    /// <summary>The moments that times of recordings, by their position, count from where somebody named one.</summary>
    internal Dictionary<int, TimeZero> Zeros { get; } = [];

    /// <summary>The rules by which stacks get tags.</summary>
    public TagRules TagRules
    {
        get => _views.Rules;
        set => _views.Rules = value;
    }

    /// <summary>The tags of the stacks that shipped queries are about, each between commas; null for all stacks.</summary>
    public string? Tags { get; set; }

    private bool IsLong => Recordings.Sum(static recording => recording.Rows()) >= _limits.LongListRows;

    /// <summary>Opens a session. The recordings stay the caller's and must outlive it.</summary>
    public static QuerySession Open(params IReadOnlyList<RecordingReader> recordings) => Open(ResultLimits.Shipped, recordings);

    /// <summary>As the other one, with other limits of what an answer may hold in memory.</summary>
    internal static QuerySession Open(ResultLimits limits, IReadOnlyList<RecordingReader> recordings) => new(PrivateFolder.Create(), recordings, limits);

    /// <summary>Runs a shipped query. What it reads is compared with its checksums first.</summary>
    /// <param name="query">Its name, such as "heap/types".</param>
    /// <param name="stop">Interrupts it.</param>
    /// <param name="parameters">A value for each parameter of the query.</param>
    /// <exception cref="FathomException">A part of a recording is damaged, or the answer has more rows than an answer may hold.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public ResultTable Run(string query, CancellationToken stop, params ReadOnlySpan<QueryParameter> parameters) => Run(query, null, stop, parameters).Table;

    /// <summary>Runs a shipped query and does with its rows what is requested, as far as the query allows it; the rest is left to the caller.</summary>
    /// <param name="query">Its name, such as "heap/types".</param>
    /// <param name="request">What is asked of the rows; null for all of them with all columns.</param>
    /// <param name="stop">Interrupts it.</param>
    /// <param name="parameters">A value for each parameter of the query.</param>
    /// <exception cref="FathomException">A part of a recording is damaged, or more rows are asked for than an answer may hold.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public RequestedRows Run(string query, RowRequest? request, CancellationToken stop, params ReadOnlySpan<QueryParameter> parameters)
    {
        NamedQuery named = NamedQuery.Of(query);
        named.Header.Check(parameters);
        bool isSums = named.Header.IsSums || Window is not null || Tags is not null;
        RequestedRows rows = Ask(named.SqlIn(Window, Tags, Zero?.AtNs), request, [.. parameters], stop, isSums);
        return rows with { Table = named.Header.Declare(rows.Table, isPart: rows.Counts is not null) };
    }

    /// <summary>Runs a question and does with its rows what is requested, as <see cref="Run(string, RowRequest?, CancellationToken, ReadOnlySpan{QueryParameter})"/>.</summary>
    public RequestedRows Run(SqlQuestion question, RowRequest? request, CancellationToken stop) => Run(question.Query, request, stop, [.. question.Values]);

    /// <summary>The totals of a question that has some.</summary>
    public ResultTable Totals(SqlQuestion question, CancellationToken stop) => Run(question.Totals!, null, stop).Table;

    /// <summary>Whether a recording has one look at a heap, and so no rows of another one.</summary>
    internal bool HasOneHeap(int rec) => Recordings[rec] is { Manifest.Complete: true } recording && recording.Rows(HeapSnapshotRow.Schema.Name) == 1;

    /// <summary>What could not be read of all recordings.</summary>
    /// <param name="stop">Interrupts it.</param>
    /// <param name="tables">Tables that the answer reads; null for all. A loss without tables counts for each.</param>
    public ResultTable Losses(CancellationToken stop, IReadOnlyCollection<string>? tables = null)
    {
        // A recording without losses is not asked; the first one tells the columns.
        IEnumerable<int> asked = Enumerable.Range(0, Recordings.Count).Where(rec => rec == 0 || Recordings[rec].Rows(LossRow.Schema.Name) > 0);
        ResultTable[] losses = [.. asked.Select(rec => Run("recording/losses", stop, QueryParameter.Of("rec", rec)))];
        int column = losses[0].IndexOf("tables");
        return losses[0] with { Rows = [.. losses.SelectMany(static table => table.Rows).Where(row => tables is null || row[column].IsNull || row[column].Text.Split(',').Any(tables.Contains))] };
    }

    /// <summary>As <see cref="Run(string, RowRequest?, CancellationToken, ReadOnlySpan{QueryParameter})"/>, for the text of a query.</summary>
    internal RequestedRows Ask(string sql, RowRequest? request, QueryParameter[] parameters, CancellationToken stop, bool isSums = false)
    {
        string looked = IsLong ? NewestLook.Settle(sql, question => Newest(question, parameters, stop)) : sql;
        string settled = ParameterLiterals.Put(looked, parameters, out QueryParameter[] bound);
        return request is not null && RequestSql.Compose(settled, Columns(settled), request, _functions) is { } composed
            ? new RequestRun(composed, request, isSums, IsLong, part => Ask(part, bound, stop)).Rows()
            : Ask(settled, bound, stop);
    }

    /// <summary>Runs the text of a query.</summary>
    internal ResultTable Ask(string sql, QueryParameter[] parameters, CancellationToken stop) => OrDamage(() =>
    {
        _views.EnsureFor(sql);
        using DuckDbStatement statement = _engine.PrepareRough(sql);
        ParameterBinder.Bind(statement, parameters);
        _views.Check(sql, explained => ParameterBinder.Bind(explained, parameters));
        using DuckDbResult result = statement.Execute(stop);
        ResultReader reader = new(result, _limits);
        ResultTable table = reader.Read();
        return reader.IsTruncated ? throw TooManyRows() : table;
    });

    /// <summary>Runs a shipped query and hands over its rows as they come: for answers whose rows are too many to be held.</summary>
    /// <param name="query">Its name, such as "trees/stacks".</param>
    /// <param name="read">Gets some rows at a time.</param>
    /// <param name="stop">Interrupts it.</param>
    /// <param name="parameters">A value for each parameter of the query.</param>
    /// <exception cref="FathomException">A part of a recording is damaged.</exception>
    internal void Read(string query, ChunkReader read, CancellationToken stop, params QueryParameter[] parameters)
    {
        NamedQuery named = NamedQuery.Of(query);
        named.Header.Check(parameters);
        string sql = ParameterLiterals.Put(named.SqlIn(Window, Tags, Zero?.AtNs), parameters, out QueryParameter[] bound);
        _ = OrDamage(() =>
        {
            _views.EnsureFor(sql);
            using DuckDbStatement statement = _engine.PrepareRough(sql);
            ParameterBinder.Bind(statement, bound);
            _views.Check(sql, explained => ParameterBinder.Bind(explained, bound));
            using DuckDbResult result = statement.Execute(stop);
            while (result.Read(out DuckDbChunk chunk))
                read(chunk);
            return true;
        });
    }

    /// <summary>The columns that a query answers with.</summary>
    internal IReadOnlyList<DuckDbColumn> Columns(string sql) => OrDamage(() =>
    {
        _views.EnsureFor(sql);
        using DuckDbStatement statement = _engine.PrepareRough(sql);
        return statement.Columns;
    });

    private long? Newest(string question, QueryParameter[] parameters, CancellationToken stop)
    {
        QueryParameter rec = Array.Find(parameters, static parameter => parameter.Name == "rec")!;
        string known = string.Create(CultureInfo.InvariantCulture, $"{rec.Value.Integer} {question}");
        if (!_newest.TryGetValue(known, out ResultTable? answer))
            _newest.Add(known, answer = Ask(question, [rec], stop));
        return answer.Rows[0][0] is { IsNull: false } number ? number.Integer : null;
    }

    private T OrDamage<T>(Func<T> ask)
    {
        try
        {
            return ask();
        }
        catch (DuckDbException error) when (RecordingCheck.Cause(Recordings, error) is { } cause)
        {
            throw cause;
        }
    }

    // Half an answer would read as a whole one.
    private FathomException TooManyRows() => FathomException.Target(
        string.Create(CultureInfo.InvariantCulture, $"The answer has more than {_limits.MaxRows:#,##0} rows, which is more than is held in memory."),
        "--top N shows the first rows, --where keeps some of them, and 'fathom sql' can sum them up");

    /// <inheritdoc/>
    public void Dispose()
    {
        _engine.Dispose();
        _spill.Dispose();
    }
}
