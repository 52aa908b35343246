using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>The values that a <see cref="DuckDbTextFunction"/> computes, one per row.</summary>
public readonly unsafe ref struct DuckDbFunctionResult
{
    private readonly nint _vector;

    internal DuckDbFunctionResult(nint vector, int rowCount)
    {
        _vector = vector;
        RowCount = rowCount;
    }

    /// <summary>Rows to compute.</summary>
    public int RowCount { get; }

    /// <summary>The truth values of a function that gives such.</summary>
    public Span<bool> Truths => new(DuckDbApi.duckdb_vector_get_data(_vector), RowCount);

    /// <summary>Sets the text of a row; the engine copies it.</summary>
    public void SetText(int row, ReadOnlySpan<byte> utf8)
    {
        fixed (byte* text = utf8)
            DuckDbApi.duckdb_vector_assign_string_element_len(_vector, (ulong)row, text, (ulong)utf8.Length);
    }

    /// <summary>Makes a row null.</summary>
    public void SetNull(int row)
    {
        DuckDbApi.duckdb_vector_ensure_validity_writable(_vector);
        DuckDbApi.duckdb_vector_get_validity(_vector)[row >> 6] &= ~(1UL << (row & 63));
    }
}
