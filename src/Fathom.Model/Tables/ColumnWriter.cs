namespace Fathom.Model.Tables;

/// <summary>
/// The column memory that one batch is transposed into. It belongs to storage and is valid during the call only.
/// </summary>
/// <remarks>Columns are flat arrays of the value type that <see cref="ColumnType"/> names; validity is one bit per row, 1 = present.</remarks>
public readonly unsafe ref struct ColumnWriter
{
    private readonly ReadOnlySpan<nint> _data;
    private readonly ReadOnlySpan<nint> _validity;

    /// <summary>Wraps the addresses of column arrays and of their validity bits.</summary>
    /// <param name="data">Address of each column's values.</param>
    /// <param name="validity">Address of each column's validity words, already all ones; 0 where the column cannot be null.</param>
    /// <param name="rowCount">Rows of this batch.</param>
    public ColumnWriter(ReadOnlySpan<nint> data, ReadOnlySpan<nint> validity, int rowCount)
    {
        _data = data;
        _validity = validity;
        RowCount = rowCount;
    }

    /// <summary>Rows of this batch.</summary>
    public int RowCount { get; }

    /// <summary>The values of one column. Text columns are written as <see cref="TextId"/>.</summary>
    public Span<TValue> Column<TValue>(int ordinal)
        where TValue : unmanaged => new((void*)_data[ordinal], RowCount);

    /// <summary>Marks a value of a nullable, non-text column as absent.</summary>
    public void SetNull(int ordinal, int row)
    {
        ulong* words = (ulong*)_validity[ordinal];
        words[row >> 6] &= ~(1UL << (row & 63));
    }
}
