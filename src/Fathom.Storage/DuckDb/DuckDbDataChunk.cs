using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>Up to <see cref="Capacity"/> rows on their way into the engine, written column by column. Reused from batch to batch.</summary>
public sealed unsafe class DuckDbDataChunk : IDisposable
{
    private readonly DuckDbHandle? _owned;
    private readonly nint _chunk;

    // Owned: made by an appender.
    internal DuckDbDataChunk(ReadOnlySpan<nint> types)
    {
        fixed (nint* first = types)
            _chunk = DuckDbApi.duckdb_create_data_chunk(first, (ulong)types.Length);
        _owned = new DuckDbHandle(_chunk, &DuckDbApi.duckdb_destroy_data_chunk);
    }

    // Borrowed: lent by the engine for one call of a table function.
    internal DuckDbDataChunk(nint chunk) => _chunk = chunk;

    /// <summary>Most rows of one chunk.</summary>
    public static int Capacity { get; } = (int)DuckDbApi.duckdb_vector_size();

    internal nint Pointer => _chunk;

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

    /// <summary>Writes a text; the engine copies it.</summary>
    public void SetText(int ordinal, int row, ReadOnlySpan<byte> utf8)
    {
        fixed (byte* text = utf8)
            DuckDbApi.duckdb_vector_assign_string_element_len(Vector(ordinal), (ulong)row, text, (ulong)utf8.Length);
    }

    /// <summary>Says how many rows were written.</summary>
    public void SetRowCount(int rows) => DuckDbApi.duckdb_data_chunk_set_size(_chunk, (ulong)rows);

    /// <summary>Makes the chunk empty for the next batch; values and validity start anew.</summary>
    public void Reset() => DuckDbApi.duckdb_data_chunk_reset(_chunk);

    /// <inheritdoc/>
    public void Dispose() => _owned?.Dispose();

    private nint Vector(int ordinal) => DuckDbApi.duckdb_data_chunk_get_vector(_chunk, (ulong)ordinal);
}
