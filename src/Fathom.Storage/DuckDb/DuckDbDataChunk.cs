using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>Up to <see cref="Capacity"/> rows on their way into the engine, written column by column. The engine lends it for one call of a table function.</summary>
public sealed unsafe class DuckDbDataChunk
{
    private readonly nint _chunk;

    internal DuckDbDataChunk(nint chunk) => _chunk = chunk;

    /// <summary>Most rows of one chunk.</summary>
    public static int Capacity { get; } = (int)DuckDbApi.duckdb_vector_size();

    /// <summary>The array of a column, <see cref="Capacity"/> values.</summary>
    /// <typeparam name="T">A type of exactly the size of the column's values.</typeparam>
    public Span<T> Values<T>(int ordinal)
        where T : unmanaged => new(DuckDbApi.duckdb_vector_get_data(Vector(ordinal)), Capacity);

    /// <summary>The address of a column's array, to write values into without knowing their type here.</summary>
    public nint Address(int ordinal) => (nint)DuckDbApi.duckdb_vector_get_data(Vector(ordinal));

    /// <summary>The address of <see cref="Validity"/>.</summary>
    public nint ValidityAddress(int ordinal)
    {
        nint vector = Vector(ordinal);
        DuckDbApi.duckdb_vector_ensure_validity_writable(vector);
        return (nint)DuckDbApi.duckdb_vector_get_validity(vector);
    }

    /// <summary>A writer of texts that stay in the caller's memory.</summary>
    public DuckDbTextWriter Texts(int ordinal) => new(DuckDbApi.duckdb_vector_get_data(Vector(ordinal)));

    /// <summary>The validity words of a column, all ones at first; a cleared bit makes a row null.</summary>
    public Span<ulong> Validity(int ordinal) => new((void*)ValidityAddress(ordinal), Capacity / 64);

    /// <summary>Says how many rows were written.</summary>
    public void SetRowCount(int rows) => DuckDbApi.duckdb_data_chunk_set_size(_chunk, (ulong)rows);

    private nint Vector(int ordinal) => DuckDbApi.duckdb_data_chunk_get_vector(_chunk, (ulong)ordinal);
}
