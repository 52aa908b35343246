using System.Runtime.InteropServices;
using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>A prepared statement. Values are bound by position (from 1) or by name (<c>$name</c> in the text, without the sign here).</summary>
public sealed unsafe class DuckDbStatement : IDisposable
{
    private readonly DuckDbConnection _connection;
    private readonly DuckDbHandle _statement;
    private string[]? _parameters;

    internal DuckDbStatement(DuckDbConnection connection, nint statement)
    {
        _connection = connection;
        _statement = new DuckDbHandle(statement, &DuckDbApi.duckdb_destroy_prepare);
    }

    /// <summary>What kind of statement it is.</summary>
    public DuckDbStatementType Type => (DuckDbStatementType)DuckDbApi.duckdb_prepared_statement_type(_statement.Value);

    /// <summary>Names of the parameters in order of their position; "1", "2" for positional ones.</summary>
    public IReadOnlyList<string> Parameters => _parameters ??= ReadParameters();

    /// <summary>The result's columns, known before the statement runs.</summary>
    public IReadOnlyList<DuckDbColumn> Columns
    {
        get
        {
            DuckDbColumn[] columns = new DuckDbColumn[DuckDbApi.duckdb_prepared_statement_column_count(_statement.Value)];
            for (int i = 0; i < columns.Length; i++)
            {
                byte* name = DuckDbApi.duckdb_prepared_statement_column_name(_statement.Value, (ulong)i);
                columns[i] = DuckDbColumn.Read(Marshal.PtrToStringUTF8((nint)name)!, DuckDbApi.duckdb_prepared_statement_column_logical_type(_statement.Value, (ulong)i));
                DuckDbApi.duckdb_free(name);
            }

            return columns;
        }
    }

    /// <summary>Binds a number to a parameter, position from 1.</summary>
    public void Bind(int position, long value) => Check(DuckDbApi.duckdb_bind_int64(_statement.Value, (ulong)position, value), position);

    /// <summary>Binds a double to a parameter, position from 1.</summary>
    public void Bind(int position, double value) => Check(DuckDbApi.duckdb_bind_double(_statement.Value, (ulong)position, value), position);

    /// <summary>Binds a truth value to a parameter, position from 1.</summary>
    public void Bind(int position, bool value) => Check(DuckDbApi.duckdb_bind_boolean(_statement.Value, (ulong)position, value ? (byte)1 : (byte)0), position);

    /// <summary>Binds a text to a parameter, position from 1.</summary>
    public void Bind(int position, string value)
    {
        using Utf8Text text = new(value);
        Check(DuckDbApi.duckdb_bind_varchar_length(_statement.Value, (ulong)position, text.Pointer, (ulong)text.Length), position);
    }

    /// <summary>Binds NULL to a parameter, position from 1.</summary>
    public void BindNull(int position) => Check(DuckDbApi.duckdb_bind_null(_statement.Value, (ulong)position), position);

    /// <summary>Position of a named parameter, from 1; 0 where the statement has none of that name.</summary>
    public int PositionOf(string name)
    {
        for (int i = 0; i < Parameters.Count; i++)
        {
            if (string.Equals(Parameters[i], name, StringComparison.OrdinalIgnoreCase))
                return i + 1;
        }

        return 0;
    }

    /// <summary>Runs the statement; rows are computed while the result is read, so a large result is never held whole.</summary>
    /// <param name="stop">Interrupts the statement, also while its result is being read.</param>
    /// <exception cref="DuckDbException">The statement fails.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public DuckDbResult Execute(CancellationToken stop = default)
    {
        stop.ThrowIfCancellationRequested();
        QueryInterrupt interrupt = new(_connection, stop);
        nint pending = 0;
        DuckDbResultData result = default;
        try
        {
            DuckDbException? error = null;
            if (DuckDbApi.duckdb_pending_prepared_streaming(_statement.Value, &pending) != 0)
                error = DuckDbError.Parse(DuckDbApi.duckdb_pending_error(pending));
            else if (DuckDbApi.duckdb_execute_pending(pending, &result) != 0)
                error = DuckDbError.Parse(DuckDbApi.duckdb_result_error(&result));
            if (error is null)
                return new DuckDbResult(result, interrupt, stop);
            DuckDbApi.duckdb_destroy_result(&result);
            interrupt.Dispose();
            if (error.IsInterrupt)
                stop.ThrowIfCancellationRequested();
            throw error;
        }
        finally
        {
            DuckDbApi.duckdb_destroy_pending(&pending);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _statement.Dispose();

    private string[] ReadParameters()
    {
        string[] names = new string[DuckDbApi.duckdb_nparams(_statement.Value)];
        for (int i = 0; i < names.Length; i++)
        {
            byte* name = DuckDbApi.duckdb_parameter_name(_statement.Value, (ulong)i + 1);
            names[i] = Marshal.PtrToStringUTF8((nint)name)!;
            DuckDbApi.duckdb_free(name);
        }

        return names;
    }

    private static void Check(int state, int position)
    {
        if (state != 0)
            throw new DuckDbException("Usage", $"the statement has no parameter {position}", null);
    }
}
