using Fathom.Model.Findings;
using Fathom.Model.Threads;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Inspection;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Async;
using Fathom.Sources.Threads.Intervals;
using Fathom.Sources.Threads.Locks;
using Fathom.Sources.Threads.Objects;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Stops;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Looks;

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

    /// <summary>Threads of the runtime of which it is not known which of the kernel's they are.</summary>
    public int UnmatchedThreadCount { get; init; }

    /// <summary>Threads of a program without a runtime whose registers could not be read.</summary>
    public long UnreadThreadCount { get; init; }

    /// <summary>What the walk of the heap could not read.</summary>
    public required HeapLosses HeapLosses { get; init; }

    /// <summary>Parts that were not finished when the target had to run on.</summary>
    public required IReadOnlyList<string> Unfinished { get; set; }

    /// <summary>Whether they were not finished because of a garbage collection.</summary>
    public bool IsCollecting { get; init; }

    /// <summary>What was found among the objects of the heap; null where nobody asked.</summary>
    public required HeapInspection? Inspection { get; init; }

    /// <summary>Notes a part that was not finished.</summary>
    public void Miss(string part) => Unfinished = [.. Unfinished, part];

    /// <summary>Makes it of what was read in a stop. Where the heap was copied, the target may run.</summary>
    /// <param name="runtime">The runtime, whose objects are read as they were in the stop.</param>
    /// <param name="memory">The memory as it was in the stop.</param>
    /// <param name="held">What was read in the stop.</param>
    /// <param name="plan">What was known before.</param>
    /// <param name="observed">What the kernel said before the stop; empty for a dump.</param>
    /// <param name="inspection">Looks at the objects of the heap in the same walk; null for none.</param>
    /// <param name="limit">Ends it with what it has.</param>
    /// <exception cref="OperationCanceledException">The whole look is due to end.</exception>
    public static StackReading Of(
        ClrRuntime runtime, ITargetMemory memory, StackStop held, StackPlan plan, IReadOnlyList<IntervalThread> observed, HeapInspection? inspection, LookLimit limit)
    {
        plan.Catalog.Begin(runtime.Heap);
        HeapLosses losses = new();
        ThreadObjects objects = new(runtime.Heap, inspection?.Inspectors ?? []);
        ThreadReader threads = new(runtime, observed);
        ThreadPoolFacts? pool = null;
        threads.Read(held, limit.Due);
        if (!held.IsCollecting)
            limit.Do(LookParts.Threads, _ => pool = new PoolReader(runtime, plan.Types).Read());
        List<ThreadReading> all = threads.All;
        AsyncReader async = new(runtime);
        if (held.IsCollecting)
            MissObjects(inspection, limit);
        else
            limit.Do(LookParts.Objects, WalkObjects);
        List<OwnedLock> owned = [];
        limit.Do(LookParts.Locks, _ =>
        {
            NameThreads(runtime.Heap, objects, all);
            JoinWaits.Complete(runtime.Heap, objects.Threads, all);
            owned = [.. OwnedLocks(runtime, held, objects, all), .. OwnedMutexes(held, all)];
        });
        inspection?.Judge(held, plan, all, limit);
        return new StackReading
        {
            Inspection = inspection,
            Threads = all,
            Methods = threads.Methods,
            Owned = owned,
            Pool = pool,
            AsyncWaits = async.Waits,
            UnreadableAsyncCount = async.UnreadableCount,
            CutStacks = threads.CutStacks,
            UnmatchedThreadCount = held.UnmatchedCount,
            HeapLosses = losses,
            Unfinished = limit.Unfinished,
            IsCollecting = held.IsCollecting,
        };

        void WalkObjects(CancellationToken due)
        {
            using ThreadObjectWalker walker = new(memory, held.Map, plan.Catalog, objects, due);
            losses = walker.Losses;
            inspection?.Begin(walker.Window);
            foreach (HeapSegment segment in held.Map.Segments)
                walker.Walk(segment);
            foreach ((ulong address, AsyncBoxLayout layout) in objects.AsyncBoxes)
            {
                due.ThrowIfCancellationRequested();
                async.Add(address, layout, due);
            }

            foreach ((ulong address, RuntimeAsyncLayout layout) in objects.RuntimeAsyncTasks)
            {
                due.ThrowIfCancellationRequested();
                async.Add(address, layout, due);
            }

            inspection?.Complete(held.Map, walker);
        }
    }

    // Handles and lists of finalizers can be read, but not what their objects are.
    private static void MissObjects(HeapInspection? inspection, LookLimit limit)
    {
        limit.Miss(LookParts.Objects);
        if (inspection is not null)
            limit.Miss(LookParts.Tables);
    }

    // A name given by the program is better than the kernel's, which is cut to 15 bytes.
    private static void NameThreads(ClrHeap heap, ThreadObjects objects, List<ThreadReading> threads)
    {
        Dictionary<int, ThreadReading> byManagedId = threads.Where(static thread => thread.ManagedId is not null)
            .ToDictionary(static thread => thread.ManagedId!.Value);
        foreach (ulong address in objects.Threads)
        {
            ClrObject thread = heap.GetObject(address);
            if (thread.TryReadField("_managedThreadId", out int id) && byManagedId.TryGetValue(id, out ThreadReading? reading)
                && thread.TryReadStringField("_name", null, out string? name) && !string.IsNullOrEmpty(name))
            {
                reading.Name = name;
            }
        }
    }

    // A thread that waits in managed code is known by that. Numbers of threads are those of the namespace in which the target runs.
    private static List<OwnedLock> OwnedMutexes(StackStop held, List<ThreadReading> threads)
    {
        List<OwnedLock> owned = [];
        Dictionary<int, int> byOwnNumber = held.Threads.DistinctBy(static thread => thread.RuntimeTid)
            .ToDictionary(static thread => (int)thread.RuntimeTid, static thread => thread.Tid);
        foreach (ThreadReading thread in threads)
        {
            if (thread.Wait is not null || !held.MutexWaits.TryGetValue(thread.Tid, out (ulong Address, int OwnerTid) mutex))
                continue;
            thread.Wait = new WaitObject(LockKinds.NativeMutex, mutex.Address, null, false);
            int owner = byOwnNumber.GetValueOrDefault(mutex.OwnerTid, mutex.OwnerTid);
            if (!owned.Exists(one => one.Address == mutex.Address))
                owned.Add(new OwnedLock(0, LockKinds.NativeMutex, mutex.Address, null, 1) { Tid = owner });
        }

        return owned;
    }

    /// <summary>Who owns what.</summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="held">What was read in the stop.</param>
    /// <param name="objects">What the walk of the heap found.</param>
    /// <param name="threads">All threads.</param>
    public static List<OwnedLock> OwnedLocks(ClrRuntime runtime, StackStop held, ThreadObjects objects, List<ThreadReading> threads)
    {
        LockReader locks = new(runtime.Heap, held.Threads, held.Monitors, held.Readers, held.MonitorLocks);
        List<OwnedLock> owned = [.. locks.Monitors()];
        HashSet<int> alive = [.. threads.Where(static thread => thread.ManagedId is not null).Select(static thread => thread.ManagedId!.Value)];
        foreach ((ulong address, ThinLock thin) in objects.ThinLocks)
        {
            // A monitor that its owner never left before it ended is an error of the program, and dead objects keep their headers.
            if (!alive.Contains(thin.ManagedThreadId))
                continue;
            // Seen in dotnet fsi: headers of free blocks held numbers that read as owners. Nobody can enter the monitor of a free block.
            ClrType? type = runtime.Heap.GetObjectType(address);
            if (type is not { IsFree: true })
                owned.Add(new OwnedLock(thin.ManagedThreadId, LockKinds.Monitor, address, type?.Name, thin.Count));
        }

        owned.AddRange(objects.Locks.Select(locks.OfLock).OfType<OwnedLock>());
        owned.AddRange(objects.ReaderWriterLocks.SelectMany(locks.OfReaderWriter));
        foreach (ulong address in threads.Where(static thread => thread.Wait?.Kind == LockKinds.Thread).Select(static thread => thread.Wait!.Value.Address).Distinct())
        {
            if (runtime.Heap.GetObject(address).TryReadField("_managedThreadId", out int id))
                owned.Add(new OwnedLock(id, LockKinds.Thread, address, "System.Threading.Thread", 1));
        }

        return owned;
    }
}
