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
internal sealed class TableBuffer<T>(int partRows, BufferBudget budget, PartQueue queue) : TableBuffer
    where T : unmanaged, IRow<T>
{
    private readonly Lock _gate = new();
    private RowBuffer<T> _rows = new(partRows);

    public override long Bytes
    {
        get
        {
            lock (_gate)
                return _rows.Bytes;
        }
    }

    /// <summary>Copies a batch; where it fills a part, waits until the part before it is written.</summary>
    public void Write(ReadOnlySpan<T> rows)
    {
        while (!rows.IsEmpty)
        {
            RowBuffer<T>? full = null;
            lock (_gate)
            {
                int taken = _rows.Append(rows);
                budget.Add((long)taken * Unsafe.SizeOf<T>());
                rows = rows[taken..];
                if (_rows.IsFull)
                    full = Swap();
            }

            if (full is not null)
                queue.Submit(full);
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
            queue.Submit(rows);
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
    }

    private RowBuffer<T> Swap()
    {
        RowBuffer<T> rows = _rows;
        budget.Add(-rows.Bytes);
        _rows = new RowBuffer<T>(partRows);
        return rows;
    }
}
