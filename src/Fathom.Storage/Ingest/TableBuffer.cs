using System.Runtime.CompilerServices;
using Fathom.Model.Tables;

namespace Fathom.Storage.Ingest;

/// <summary>The rows of one table that are not yet in a part. Threads write whole batches into it in turn.</summary>
internal abstract class TableBuffer : IDisposable
{
    /// <summary>Bytes of the rows that wait here.</summary>
    public abstract long Bytes { get; }

    /// <summary>Sends the rows that wait here, if any, to be written as a part.</summary>
    public abstract void Cut();

    /// <summary>Drops the rows that wait here; others may follow.</summary>
    public abstract void Clear();

    /// <summary>Drops the rows that wait here.</summary>
    public abstract void Dispose();
}

/// <inheritdoc/>
/// <typeparam name="T">The row.</typeparam>
internal sealed class TableBuffer<T> : TableBuffer
    where T : unmanaged, IRow<T>
{
    // Two row groups. Rows that are not sorted gain nothing from longer parts, and with shorter ones a source goes on while they are written.
    private const int UnsortedPartRows = 2 * 122_880;

    private readonly int _partRows;
    private readonly BufferBudget _budget;
    private readonly PartQueue _queue;
    private readonly RowBlocks _blocks;
    private readonly RawTexts? _texts = RawTexts.AreIn(T.Schema) ? new RawTexts() : null;
    private readonly Lock _gate = new();
    private RowBuffer<T> _rows;
    private long _textBytes;

    public TableBuffer(int partRows, BufferBudget budget, PartQueue queue, RowBlocks blocks)
    {
        (_partRows, _budget, _queue, _blocks) = (T.Schema.SortKey.Count > 0 ? partRows : Math.Min(partRows, UnsortedPartRows), budget, queue, blocks);
        _rows = new RowBuffer<T>(_partRows, _blocks, _texts);
    }

    public override long Bytes
    {
        get
        {
            lock (_gate)
                return _rows.Bytes + _textBytes;
        }
    }

    /// <summary>Keeps a text that a row has for itself, until that row is written.</summary>
    public RawText Keep(ReadOnlySpan<char> text) =>
        (_texts ?? throw new InvalidOperationException($"Rows of table '{T.Schema.Name}' have no texts for themselves.")).Add(text);

    /// <summary>Copies a batch; where it fills a part, waits until the part before it is written.</summary>
    public void Write(ReadOnlySpan<T> rows)
    {
        while (!rows.IsEmpty)
        {
            RowBuffer<T>? full = null;
            lock (_gate)
            {
                int taken = _rows.Append(rows);
                long texts = _texts?.TakeAddedBytes() ?? 0;
                _textBytes += texts;
                _budget.Add(((long)taken * Unsafe.SizeOf<T>()) + texts);
                rows = rows[taken..];
                if (_rows.IsFull)
                    full = Swap();
            }

            if (full is not null)
                _queue.Submit(full);
        }
    }

    public override void Cut()
    {
        RowBuffer<T>? rows = null;
        lock (_gate)
        {
            if (_rows.Count > 0)
                rows = Swap();
        }

        if (rows is not null)
            _queue.Submit(rows);
    }

    public override void Clear()
    {
        lock (_gate)
            Swap().Dispose();
    }

    public override void Dispose()
    {
        lock (_gate)
            _rows.Dispose();
        _texts?.Dispose();
    }

    private RowBuffer<T> Swap()
    {
        RowBuffer<T> rows = _rows;
        // Texts of rows that are still with the source count for the next part.
        _budget.Add(-rows.Bytes - _textBytes);
        _textBytes = 0;
        _rows = new RowBuffer<T>(_partRows, _blocks, _texts);
        return rows;
    }
}
