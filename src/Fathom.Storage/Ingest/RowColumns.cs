using System.Runtime.InteropServices;
using Fathom.Model.Tables;

namespace Fathom.Storage.Ingest;

/// <summary>A vector of rows (up to 2,048), transposed into columns in native memory, to look at some of them before they are written.</summary>
internal sealed unsafe class RowColumns : IDisposable
{
    /// <summary>Rows of an engine vector.</summary>
    public const int Capacity = 2048;

    private const int MaxValueBytes = 8;
    private readonly nint[] _data;
    private readonly nint[] _validity;
    private byte* _memory;

    public RowColumns(TableSchema schema)
    {
        int columns = schema.Columns.Count;
        nuint bytes = (nuint)columns * Capacity * MaxValueBytes;
        _memory = (byte*)NativeMemory.AlignedAlloc(bytes + (Capacity / 8), 64);
        _data = new nint[columns];
        for (int i = 0; i < columns; i++)
            _data[i] = (nint)(_memory + ((long)i * Capacity * MaxValueBytes));
        // All share one validity array: nobody reads it here.
        _validity = [.. Enumerable.Repeat((nint)(_memory + bytes), columns)];
    }

    /// <summary>Rows transposed last.</summary>
    public int RowCount { get; private set; }

    public void Transpose<T>(ReadOnlySpan<T> rows)
        where T : unmanaged, IRow<T>
    {
        RowCount = rows.Length;
        T.Transpose(rows, new ColumnWriter(_data, _validity, rows.Length));
    }

    /// <summary>Address of a column's values.</summary>
    public nint Address(int column) => _data[column];

    public ReadOnlySpan<TValue> Values<TValue>(int column, int count)
        where TValue : unmanaged => new((void*)_data[column], count);

    public void Dispose()
    {
        NativeMemory.AlignedFree(_memory);
        _memory = null;
    }
}
