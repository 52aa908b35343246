using System.Runtime.InteropServices;

namespace Fathom.Storage.Ingest;

/// <summary>
/// Large blocks of memory of rows that were written, kept for the next rows: memory that is new to the process costs as much as what is copied into it. Threads may take and give at once.
/// </summary>
internal sealed unsafe class RowBlocks : IDisposable
{
    /// <summary>Smaller blocks are not worth it.</summary>
    public const long LeastBytes = 1 << 20;

    private const long MostBytes = 32 << 20;

    private readonly Lock _gate = new();
    private readonly List<(nint Memory, long Bytes)> _free = [];
    private long _freeBytes;
    private bool _isClosed;

    /// <summary>Takes a block of at least some size; 0 where there is none.</summary>
    public nint TryTake(long leastBytes, out long bytes)
    {
        lock (_gate)
        {
            int at = _free.FindIndex(block => block.Bytes >= leastBytes);
            if (at < 0)
            {
                bytes = 0;
                return 0;
            }

            (nint memory, bytes) = _free[at];
            _free.RemoveAt(at);
            _freeBytes -= bytes;
            return memory;
        }
    }

    /// <summary>Gives a block back, which is kept or freed.</summary>
    public void Give(nint memory, long bytes)
    {
        lock (_gate)
        {
            if (bytes >= LeastBytes && _freeBytes + bytes <= MostBytes && !_isClosed)
            {
                _free.Add((memory, bytes));
                _freeBytes += bytes;
                return;
            }
        }

        NativeMemory.Free((void*)memory);
    }

    /// <summary>Frees all blocks that are here, and all that come.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            foreach ((nint memory, _) in _free)
                NativeMemory.Free((void*)memory);
            _free.Clear();
            (_freeBytes, _isClosed) = (0, true);
        }
    }
}
