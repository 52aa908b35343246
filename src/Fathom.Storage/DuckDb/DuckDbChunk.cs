using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>Up to 2,048 rows of a result, column by column, in the engine's own memory; valid until the next <see cref="DuckDbResult.Read"/>.</summary>
public readonly unsafe ref struct DuckDbChunk
{
    private readonly DuckDbResult _result;
    private readonly nint _chunk;

    internal DuckDbChunk(DuckDbResult result, nint chunk)
    {
        _result = result;
        _chunk = chunk;
        RowCount = chunk == 0 ? 0 : (int)DuckDbApi.duckdb_data_chunk_get_size(chunk);
    }

    /// <summary>Rows in this chunk.</summary>
    public int RowCount { get; }

    /// <summary>The values of one column.</summary>
    public DuckDbVector Column(int ordinal)
    {
        nint vector = DuckDbApi.duckdb_data_chunk_get_vector(_chunk, (ulong)ordinal);
        return new DuckDbVector(_result.Columns[ordinal], DuckDbApi.duckdb_vector_get_data(vector), DuckDbApi.duckdb_vector_get_validity(vector), RowCount);
    }
}
