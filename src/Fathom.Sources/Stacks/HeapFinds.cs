using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Stacks;

/// <summary>
/// The objects of a heap that say something about threads, collected in one pass over all objects: locks, threads, thin-locked objects, and the boxes of
/// suspended async calls. What a type is good for is decided once per method table.
/// </summary>
/// <param name="heap">Names the types.</param>
internal sealed class HeapFinds(ClrHeap heap)
{
    private enum Use : byte
    {
        None,
        Lock,
        ReaderWriterLock,
        Thread,
        AsyncBox,
    }

    private readonly Dictionary<ulong, (Use Use, AsyncBoxLayout? Layout)> _uses = [];
    private readonly List<(ulong Address, ThinLock Lock)> _thinLocks = [];
    private readonly List<ulong> _locks = [];
    private readonly List<ulong> _readerWriterLocks = [];
    private readonly List<ulong> _threads = [];
    private readonly List<(ulong Address, AsyncBoxLayout Layout)> _asyncBoxes = [];
    private ulong _lastTable;
    private (Use Use, AsyncBoxLayout? Layout) _lastUse;

    /// <summary>Objects whose monitor is held and was never waited for.</summary>
    public IReadOnlyList<(ulong Address, ThinLock Lock)> ThinLocks => _thinLocks;

    /// <summary>Objects of type System.Threading.Lock.</summary>
    public IReadOnlyList<ulong> Locks => _locks;

    /// <summary>ReaderWriterLockSlim objects.</summary>
    public IReadOnlyList<ulong> ReaderWriterLocks => _readerWriterLocks;

    /// <summary>Thread objects.</summary>
    public IReadOnlyList<ulong> Threads => _threads;

    /// <summary>Boxes of async calls, suspended or not.</summary>
    public IReadOnlyList<(ulong Address, AsyncBoxLayout Layout)> AsyncBoxes => _asyncBoxes;

    /// <summary>Looks at one object.</summary>
    /// <param name="address">The object.</param>
    /// <param name="methodTable">Its method table, without mark bits.</param>
    /// <param name="header">The 32 bits before the object.</param>
    public void Visit(ulong address, ulong methodTable, uint header)
    {
        if (header != 0 && ThinLock.TryParse(header, out ThinLock thin))
            _thinLocks.Add((address, thin));
        if (methodTable != _lastTable)
        {
            _lastTable = methodTable;
            _lastUse = UseOf(methodTable);
        }

        switch (_lastUse.Use)
        {
            case Use.Lock:
                _locks.Add(address);
                break;
            case Use.ReaderWriterLock:
                _readerWriterLocks.Add(address);
                break;
            case Use.Thread:
                _threads.Add(address);
                break;
            case Use.AsyncBox:
                _asyncBoxes.Add((address, _lastUse.Layout!));
                break;
            default:
                break;
        }
    }

    /// <summary>Takes an object back that turned out to be none.</summary>
    public void Undo(ulong address)
    {
        RemoveLast(_locks, address);
        RemoveLast(_readerWriterLocks, address);
        RemoveLast(_threads, address);
        if (_thinLocks.Count > 0 && _thinLocks[^1].Address == address)
            _thinLocks.RemoveAt(_thinLocks.Count - 1);
        if (_asyncBoxes.Count > 0 && _asyncBoxes[^1].Address == address)
            _asyncBoxes.RemoveAt(_asyncBoxes.Count - 1);
    }

    private static void RemoveLast(List<ulong> list, ulong address)
    {
        if (list.Count > 0 && list[^1] == address)
            list.RemoveAt(list.Count - 1);
    }

    private (Use Use, AsyncBoxLayout? Layout) UseOf(ulong methodTable)
    {
        if (_uses.TryGetValue(methodTable, out (Use Use, AsyncBoxLayout? Layout) known))
            return known;
        ClrType? type = heap.GetTypeByMethodTable(methodTable);
        AsyncBoxLayout? layout = type is null ? null : AsyncBoxLayout.Of(type);
        Use use = type?.Name switch
        {
            _ when layout is not null => Use.AsyncBox,
            "System.Threading.Lock" => Use.Lock,
            "System.Threading.ReaderWriterLockSlim" => Use.ReaderWriterLock,
            "System.Threading.Thread" => Use.Thread,
            _ => Use.None,
        };
        _uses.Add(methodTable, (use, layout));
        return (use, layout);
    }
}
