using Fathom.Model.Tables;

namespace Fathom.Storage.Ingest;

/// <summary>
/// Writes parts in the background, one at a time, so that a source goes on while its rows are sorted and compressed. A second part waits
/// for the first: this is where a source that is faster than the disk is slowed down, and what bounds the memory.
/// </summary>
/// <param name="writer">Writes one part and remembers it.</param>
internal sealed class PartQueue(IPartTarget writer) : IDisposable
{
    private readonly SemaphoreSlim _free = new(1);
    private Exception? _failure;

    /// <summary>Writes the rows as the next part of their table and gives their memory back.</summary>
    /// <exception cref="Exception">An earlier part failed; nothing more is written.</exception>
    public void Submit<T>(RowBuffer<T> rows)
        where T : unmanaged, IRow<T>
    {
        _free.Wait();
        if (_failure is not null)
        {
            _free.Release();
            rows.Dispose();
            ThrowIfFailed();
        }

        ThreadPool.UnsafeQueueUserWorkItem(_ => Run(rows), null);
    }

    /// <summary>Waits until everything submitted is written, then acts while no other part is.</summary>
    /// <exception cref="Exception">A part failed.</exception>
    public void WhenIdle(Action act)
    {
        _free.Wait();
        try
        {
            ThrowIfFailed();
            act();
        }
        finally
        {
            _free.Release();
        }
    }

    /// <summary>Forgets a part that failed, then acts while none is written: the queue goes on.</summary>
    public void Forget(Action act)
    {
        _free.Wait();
        try
        {
            _failure = null;
            act();
        }
        finally
        {
            _free.Release();
        }
    }

    /// <summary>Waits for the part that is being written.</summary>
    public void Dispose()
    {
        _free.Wait();
        _free.Dispose();
    }

    private void Run<T>(RowBuffer<T> rows)
        where T : unmanaged, IRow<T>
    {
        try
        {
            writer.Write(rows);
        }
        catch (Exception error)
        {
            _failure = error;
        }
        finally
        {
            rows.Dispose();
            _free.Release();
        }
    }

    private void ThrowIfFailed()
    {
        if (_failure is { } failure)
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(failure);
    }
}
