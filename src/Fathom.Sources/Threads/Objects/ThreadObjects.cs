using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Threads.Async;
using Fathom.Sources.Threads.Locks;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Objects;

/// <summary>
/// The objects of a heap that say something about threads, collected in one pass over all objects: locks, threads, thin-locked objects, and the boxes of
/// suspended async calls. Further inspectors may see the objects in the same pass. What a type is good for is decided once per method table.
/// </summary>
/// <param name="heap">Names the types.</param>
/// <param name="inspectors">Are shown the objects of the types that they want.</param>
internal sealed class ThreadObjects(ClrHeap heap, IReadOnlyList<IObjectInspector> inspectors)
{
    private readonly List<(ulong Address, ThinLock Lock)> _thinLocks = [];
    private readonly List<ulong> _locks = [];
    private readonly List<ulong> _readerWriterLocks = [];
    private readonly List<ulong> _threads = [];
    private readonly List<(ulong Address, AsyncBoxLayout Layout)> _asyncBoxes = [];
    private readonly List<(ulong Address, RuntimeAsyncLayout Layout)> _runtimeAsyncTasks = [];

    // By the numbers that the walk gives to types.
    private TypeUse?[] _uses = new TypeUse?[1024];

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

    /// <summary>Tasks of calls that the runtime itself suspends, suspended or not.</summary>
    public IReadOnlyList<(ulong Address, RuntimeAsyncLayout Layout)> RuntimeAsyncTasks => _runtimeAsyncTasks;

    /// <summary>What objects of a type are good for.</summary>
    /// <param name="number">Number of the type in the walk.</param>
    /// <param name="methodTable">Address of the method table of the type.</param>
    public TypeUse UseOf(uint number, ulong methodTable)
    {
        if (number >= _uses.Length)
            Array.Resize(ref _uses, (int)Math.Max(number + 1, (uint)_uses.Length * 2));
        return _uses[number] ??= Decide(methodTable);
    }

    /// <summary>Looks at the header of an object of any type.</summary>
    /// <param name="address">Address of the object.</param>
    /// <param name="header">The 32 bits before it; not 0.</param>
    public void VisitHeader(ulong address, uint header)
    {
        if (ThinLock.TryParse(header, out ThinLock thin))
            _thinLocks.Add((address, thin));
    }

    /// <summary>Looks at an object whose type is good for something.</summary>
    public void Visit(in VisitedObject visited, TypeUse use)
    {
        switch (use.Kind)
        {
            case TypeUseKind.Lock:
                _locks.Add(visited.Address);
                break;
            case TypeUseKind.ReaderWriterLock:
                _readerWriterLocks.Add(visited.Address);
                break;
            case TypeUseKind.Thread:
                _threads.Add(visited.Address);
                break;
            case TypeUseKind.AsyncBox:
                _asyncBoxes.Add((visited.Address, use.AsyncBox!));
                break;
            case TypeUseKind.RuntimeAsyncTask:
                _runtimeAsyncTasks.Add((visited.Address, use.RuntimeAsync!));
                break;
            default:
                break;
        }

        foreach (TypeInspector inspector in use.Inspectors)
            inspector.Inspect(visited);
    }

    private TypeUse Decide(ulong methodTable)
    {
        if (heap.GetTypeByMethodTable(methodTable) is not { IsFree: false } type)
            return TypeUse.None;
        AsyncBoxLayout? box = AsyncBoxLayout.Of(type);
        RuntimeAsyncLayout? runtimeAsync = RuntimeAsyncLayout.Of(type);
        TypeUseKind kind = type.Name switch
        {
            _ when box is not null => TypeUseKind.AsyncBox,
            _ when runtimeAsync is not null => TypeUseKind.RuntimeAsyncTask,
            "System.Threading.Lock" => TypeUseKind.Lock,
            "System.Threading.ReaderWriterLockSlim" => TypeUseKind.ReaderWriterLock,
            "System.Threading.Thread" => TypeUseKind.Thread,
            _ => TypeUseKind.None,
        };
        TypeInspector[] wanting = [.. inspectors.Select(inspector => inspector.Of(type)).OfType<TypeInspector>()];
        return kind == TypeUseKind.None && wanting.Length == 0 ? TypeUse.None : new TypeUse(kind, box, runtimeAsync, wanting);
    }
}
