using Fathom.Model.Threads;
using Fathom.Sources.Heap;
using Fathom.Sources.Inspection;
using Fathom.Sources.Target;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Stacks;

/// <summary>Everything that one look at the threads of a target gave.</summary>
internal sealed class StackReading
{
    /// <summary>All threads, by their numbers.</summary>
    public required IReadOnlyList<ThreadReading> Threads { get; init; }

    /// <summary>The methods on their stacks.</summary>
    public required MethodBook Methods { get; init; }

    /// <summary>Who owns what.</summary>
    public required IReadOnlyList<OwnedLock> Owned { get; init; }

    /// <summary>The pool, or null.</summary>
    public required ThreadPoolFacts? Pool { get; init; }

    /// <summary>Suspended async calls by place.</summary>
    public required IReadOnlyDictionary<AsyncWait, long> AsyncWaits { get; init; }

    /// <summary>Async calls that could not be read.</summary>
    public required long UnreadableAsyncCount { get; init; }

    /// <summary>Threads whose stacks have more frames than are read.</summary>
    public required IReadOnlyList<int> CutStacks { get; init; }

    /// <summary>What the walk of the heap could not read.</summary>
    public required HeapLosses HeapLosses { get; init; }

    /// <summary>What was found among the objects of the heap; null where nobody asked.</summary>
    public required HeapInspection? Inspection { get; init; }

    /// <summary>Reads the threads of a target that stands still: of a stopped process, or in a dump.</summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="memory">The target's memory.</param>
    /// <param name="catalog">Knows the types of the heap.</param>
    /// <param name="threadIds">All threads that the target has at this moment.</param>
    /// <param name="watched">What the kernel said before the stop; empty for a dump.</param>
    /// <param name="inspection">Looks at the objects of the heap in the same walk; null for none.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    /// <returns>Null in the middle of a garbage collection, when the heap cannot be walked.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="due"/> was signalled.</exception>
    public static StackReading? Read(
        ClrRuntime runtime,
        ITargetMemory memory,
        TypeCatalog catalog,
        IEnumerable<int> threadIds,
        IReadOnlyList<WatchedThread> watched,
        HeapInspection? inspection,
        CancellationToken due)
    {
        HeapMap map = HeapMapReader.Read(runtime);
        if (!map.CanWalk)
            return null;
        catalog.Begin(runtime.Heap);
        HeapFinds finds = new(runtime.Heap, inspection?.Inspectors ?? []);
        using FindingWalker walker = new(memory, map, catalog, finds, due);
        inspection?.Begin(walker.Window);
        foreach (HeapSegment segment in map.Segments)
            walker.Walk(segment);

        ThreadReader threads = new(runtime, watched, due);
        List<ThreadReading> all = threads.Read(threadIds);
        NameThreads(runtime.Heap, finds, all);
        AsyncReader async = new(runtime);
        foreach ((ulong address, AsyncBoxLayout layout) in finds.AsyncBoxes)
        {
            due.ThrowIfCancellationRequested();
            async.Add(address, layout);
        }

        inspection?.Complete(map, catalog, walker, all);
        return new StackReading
        {
            Inspection = inspection,
            Threads = all,
            Methods = threads.Methods,
            Owned = OwnedLocks(runtime, finds, all),
            Pool = new PoolReader(runtime).Read(),
            AsyncWaits = async.Waits,
            UnreadableAsyncCount = async.UnreadableCount,
            CutStacks = threads.CutStacks,
            HeapLosses = walker.Losses,
        };
    }

    // A name given by the program is better than the kernel's, which is cut to 15 bytes.
    private static void NameThreads(ClrHeap heap, HeapFinds finds, List<ThreadReading> threads)
    {
        Dictionary<int, ThreadReading> byManagedId = threads.Where(static thread => thread.ManagedId is not null)
            .ToDictionary(static thread => thread.ManagedId!.Value);
        foreach (ulong address in finds.Threads)
        {
            ClrObject thread = heap.GetObject(address);
            if (thread.TryReadField("_managedThreadId", out int id) && byManagedId.TryGetValue(id, out ThreadReading? reading)
                && thread.TryReadStringField("_name", null, out string? name) && !string.IsNullOrEmpty(name))
            {
                reading.Name = name;
            }
        }
    }

    private static List<OwnedLock> OwnedLocks(ClrRuntime runtime, HeapFinds finds, List<ThreadReading> threads)
    {
        LockReader locks = new(runtime);
        List<OwnedLock> owned = locks.SyncBlockMonitors();
        HashSet<int> alive = [.. threads.Where(static thread => thread.ManagedId is not null).Select(static thread => thread.ManagedId!.Value)];
        foreach ((ulong address, ThinLock thin) in finds.ThinLocks)
        {
            // A monitor that its owner never left before it ended is an error of the program, and dead objects keep their headers.
            if (alive.Contains(thin.ManagedThreadId))
                owned.Add(new OwnedLock(thin.ManagedThreadId, LockKinds.Monitor, address, runtime.Heap.GetObjectType(address)?.Name, thin.Count));
        }

        owned.AddRange(finds.Locks.Select(locks.OfLock).OfType<OwnedLock>());
        owned.AddRange(finds.ReaderWriterLocks.SelectMany(locks.OfReaderWriter));
        foreach (ulong address in threads.Where(static thread => thread.Wait?.Kind == LockKinds.Thread).Select(static thread => thread.Wait!.Value.Address).Distinct())
        {
            if (runtime.Heap.GetObject(address).TryReadField("_managedThreadId", out int id))
                owned.Add(new OwnedLock(id, LockKinds.Thread, address, "System.Threading.Thread", 1));
        }

        return owned;
    }
}
