using System.Runtime.InteropServices;
using Fathom.Model.Tables;

namespace Fathom.Storage.Ingest;

/// <summary>Rows of one table as they were given, in native memory that grows up to a fixed number of rows.</summary>
/// <typeparam name="T">The row.</typeparam>
/// <param name="maxRows">The most rows.</param>
/// <param name="blocks">Has memory of rows that were written.</param>
/// <param name="texts">Has the texts that each row has for itself, which go with the rows; null where they have none.</param>
internal sealed unsafe class RowBuffer<T>(int maxRows, RowBlocks blocks, RawTexts? texts = null) : IDisposable
    where T : unmanaged, IRow<T>
{
    private const int FirstRows = 1024;
    private T* _rows;
    private int _capacity;

    /// <summary>Rows written so far.</summary>
    public int Count { get; private set; }

    public bool IsFull => Count == maxRows;

    /// <summary>Has the texts that each row has for itself; null where they have none.</summary>
    public RawTexts? Texts => texts;

    /// <summary>Bytes that the rows take.</summary>
    public long Bytes => (long)Count * sizeof(T);

    public ReadOnlySpan<T> Rows => new(_rows, Count);

    /// <summary>Copies as many rows as fit.</summary>
    /// <returns>Rows taken.</returns>
    public int Append(ReadOnlySpan<T> rows)
    {
        int count = Math.Min(rows.Length, maxRows - Count);
        if (Count + count > _capacity)
            Grow(Count + count);
        rows[..count].CopyTo(new Span<T>(_rows + Count, count));
        Count += count;
        return count;
    }

    public void Dispose()
    {
        texts?.Drop(Rows);
        if (_rows is not null)
            blocks.Give((nint)_rows, (long)_capacity * sizeof(T));
        _rows = null;
        _capacity = Count = 0;
    }

    private void Grow(int needed)
    {
        int capacity = (int)Math.Min(maxRows, Math.Max(Math.Max(FirstRows, needed), _capacity * 2L));
        long bytes = (long)capacity * sizeof(T);
        if (bytes >= RowBlocks.LeastBytes && blocks.TryTake(bytes, out long taken) is not 0 and var block)
        {
            Rows.CopyTo(new Span<T>((void*)block, Count));
            NativeMemory.Free(_rows);
            _rows = (T*)block;
            _capacity = (int)Math.Min(maxRows, taken / sizeof(T));
            return;
        }

        // Large blocks are moved by remapping pages, not by copying.
        _capacity = capacity;
        _rows = (T*)NativeMemory.Realloc(_rows, (nuint)bytes);
    }
}
