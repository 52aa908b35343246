using System.Runtime.InteropServices;
using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>The rows of a statement, read forward chunk by chunk. It must be disposed before the connection runs another statement.</summary>
public sealed unsafe class DuckDbResult : IDisposable
{
    private readonly CancellationToken _stop;
    private readonly QueryInterrupt _interrupt;
    private DuckDbResultData _data;
    private nint _chunk;
    private bool _disposed;

    internal DuckDbResult(DuckDbResultData data, QueryInterrupt interrupt, CancellationToken stop)
    {
        _data = data;
        _stop = stop;
        _interrupt = interrupt;
        Columns = ReadColumns();
    }

    /// <summary>Finalizes a result that was not disposed.</summary>
    ~DuckDbResult() => Release();

    /// <summary>The columns, in order.</summary>
    public IReadOnlyList<DuckDbColumn> Columns { get; }

    /// <summary>Moves to the next rows. The chunk before becomes invalid.</summary>
    /// <returns>False at the end.</returns>
    /// <exception cref="DuckDbException">The statement fails while its rows are computed.</exception>
    /// <exception cref="OperationCanceledException">The token given to <see cref="DuckDbStatement.Execute"/> was signalled.</exception>
    public bool Read(out DuckDbChunk chunk)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        DropChunk();
        _stop.ThrowIfCancellationRequested();
        _chunk = DuckDbApi.duckdb_fetch_chunk(_data);
        if (_chunk == 0)
            ThrowIfFailed();
        chunk = new DuckDbChunk(this, _chunk);
        return chunk.RowCount > 0;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _interrupt.Dispose();
        Release();
        GC.SuppressFinalize(this);
    }

    // The end and a failure look the same to the caller of duckdb_fetch_chunk.
    private void ThrowIfFailed()
    {
        fixed (DuckDbResultData* data = &_data)
        {
            byte* message = DuckDbApi.duckdb_result_error(data);
            if (message == null || *message == 0)
                return;
            DuckDbException error = DuckDbError.Parse(message);
            if (!error.IsInterrupt)
                throw error;
            _stop.ThrowIfCancellationRequested();
            throw new DuckDbException(error.Kind, DuckDbException.CauseUntold, null);
        }
    }

    private DuckDbColumn[] ReadColumns()
    {
        fixed (DuckDbResultData* data = &_data)
        {
            DuckDbColumn[] columns = new DuckDbColumn[DuckDbApi.duckdb_column_count(data)];
            for (int i = 0; i < columns.Length; i++)
            {
                string name = Marshal.PtrToStringUTF8((nint)DuckDbApi.duckdb_column_name(data, (ulong)i))!;
                columns[i] = DuckDbColumn.Read(name, DuckDbApi.duckdb_column_logical_type(data, (ulong)i));
            }

            return columns;
        }
    }

    private void DropChunk()
    {
        nint chunk = _chunk;
        _chunk = 0;
        if (chunk != 0)
            DuckDbApi.duckdb_destroy_data_chunk(&chunk);
    }

    private void Release()
    {
        if (_disposed)
            return;
        _disposed = true;
        DropChunk();
        fixed (DuckDbResultData* data = &_data)
            DuckDbApi.duckdb_destroy_result(data);
        _data = default;
    }
}
