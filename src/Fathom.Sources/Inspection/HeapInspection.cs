using Fathom.Model.Findings;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.RuntimeTables;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Intervals;
using Fathom.Sources.Threads.Stops;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Looks at the objects of a heap for what findings judge. The inspectors take part in the walk that a look at the threads makes anyway; what they have
/// met is completed behind it.
/// </summary>
internal sealed class HeapInspection
{
    // A second of reading on a small machine.
    private const long MaxContentBytes = 2L * 1024 * 1024 * 1024;

    private readonly ClrRuntime _runtime;
    private readonly ITargetMemory _memory;
    private readonly CancellationToken _due;
    private readonly WindowMemory _window;
    private readonly ReadBudget _budget;
    private readonly ArrayInspector _arrays;
    private readonly CollectionInspector _collections;
    private readonly StringInspector _strings;
    private readonly DelegateInspector _delegates;
    private readonly TimerInspector _timers;
    private readonly CancellationInspector _cancellations;
    private readonly TaskInspector _tasks;
    private readonly UnknownTypes _unknown = new();

    /// <summary>Prepares a look.</summary>
    /// <param name="runtime">Of a target whose heap stands still, itself or as a copy.</param>
    /// <param name="memory">Its memory.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    public HeapInspection(ClrRuntime runtime, ITargetMemory memory, CancellationToken due)
    {
        (_runtime, _memory, _due) = (runtime, memory, due);
        _window = new WindowMemory(memory);
        _budget = new ReadBudget(_window, MaxContentBytes, due);
        _arrays = new ArrayInspector(_budget);
        _collections = new CollectionInspector(runtime.Heap, _window, _budget, _unknown);
        _delegates = new DelegateInspector(_unknown);
        _timers = new TimerInspector(_unknown);
        _cancellations = new CancellationInspector(_unknown);
        _tasks = new TaskInspector(_unknown);
        _strings = new StringInspector(_budget);
        Inspectors = [_arrays, _collections, _strings, _delegates, _timers, _cancellations, _tasks];
    }

    /// <summary>To be shown all objects.</summary>
    public IReadOnlyList<IObjectInspector> Inspectors { get; }

    /// <summary>Broken hash tables.</summary>
    public IReadOnlyList<BrokenTable> Broken => _collections.Broken;

    /// <summary>Threads inside of these.</summary>
    public IReadOnlyList<ThreadInTable> ThreadsInTables { get; private set; } = [];

    /// <summary>Delegates with many targets.</summary>
    public IReadOnlyList<EventTargets> Events { get; private set; } = [];

    /// <summary>Delegates with many targets of which it is not known whether they are alive.</summary>
    public long UnknownDelegates { get; private set; }

    /// <summary>What piles up.</summary>
    public IReadOnlyList<Pile> Piles { get; private set; } = [];

    /// <summary>What the strings are worth.</summary>
    public StringWaste Strings { get; private set; } = StringWaste.None;

    /// <summary>What the walk passed.</summary>
    public InspectionTotals Totals { get; private set; }

    /// <summary>Handles, finalizable objects and modules.</summary>
    public RuntimeReading Runtime { get; private set; } = new();

    /// <summary>What was seen of the finalizer thread before the stop.</summary>
    public FinalizerInterval Finalizer { get; set; }

    /// <summary>Types whose objects were not judged, because their fields are not those that are known.</summary>
    public IReadOnlyCollection<string> UnknownTypes => _unknown.Names;

    /// <summary>Objects whose content was not read.</summary>
    public long UnreadCount => _budget.UnreadCount + Strings.UnreadCount + _delegates.UnreadCount + _cancellations.UnreadCount + _tasks.UnreadCount;

    /// <summary>Bytes of that content.</summary>
    public long UnreadBytes => _budget.UnreadBytes;

    /// <summary>Bytes of content that was read beside the walk.</summary>
    public long ContentBytes => _budget.TakenBytes;

    /// <summary>Told the window of the walk that begins.</summary>
    public void Begin(BlockBuffer window) => _window.Window = window;

    /// <summary>Completes what the walk has met, when it is done.</summary>
    /// <param name="map">The outline of the heap.</param>
    /// <param name="walker">The walk.</param>
    public void Complete(HeapMap map, HeapWalker walker)
    {
        _window.Window = null;
        _arrays.Sparse.TakeBack(_collections.OwnedArrays);
        Strings = _strings.Read();
        Totals = Sum(walker, map.FreeMethodTable);
        Piles = [.. _timers.Read(_runtime, _memory, _due), .. _cancellations.Read(_runtime.Heap), .. _tasks.Read()];
    }

    /// <summary>Judges what needs more than the walk.</summary>
    /// <param name="held">What was read in the stop.</param>
    /// <param name="plan">What was known before.</param>
    /// <param name="threads">The threads.</param>
    /// <param name="limit">Ends it with what it has.</param>
    public void Judge(StackStop held, StackPlan plan, IReadOnlyList<ThreadReading> threads, LookLimit limit)
    {
        _window.Window = null;
        ThreadsInTables = TableThreads.Find(threads, Broken);
        limit.Do(LookParts.Events, due => ReadEvents(held, plan, limit, due));
        limit.Do(LookParts.Tables, due => Runtime = held.Roots is { } roots ? RuntimeReading.Of(_runtime.Heap, roots, due) : Runtime);
    }

    /// <summary>Reads the modules. Of a running target they are read from its own memory.</summary>
    public void ReadModules(ClrRuntime runtime, CancellationToken due) => Runtime.ReadModules(runtime, due);

    // Only where there is something to find: it takes another walk.
    private void ReadEvents(StackStop held, StackPlan plan, LookLimit limit, CancellationToken due)
    {
        if (_delegates.Candidates.Count == 0)
            return;
        if (held.Roots is null || limit.IsUnfinished(LookParts.Threads) || limit.IsUnfinished(LookParts.Objects))
        {
            limit.Miss(LookParts.Events);
            return;
        }

        EventTargetReader reader = new(_runtime.Heap, _memory, due);
        Events = reader.Read(_delegates.Candidates, LiveHeap.Read(_memory, held, plan.Catalog, Totals.ObjectCount, due));
        UnknownDelegates = reader.UnknownCount;
    }

    private static InspectionTotals Sum(HeapWalker walker, ulong freeMethodTable)
    {
        long count = 0, bytes = 0, free = 0;
        foreach (HeapUsage usage in walker.Usages)
        {
            if (walker.Types[usage.Type].MethodTable == freeMethodTable)
            {
                free += usage.SizeBytes;
                continue;
            }

            count += usage.Count;
            bytes += usage.SizeBytes;
        }

        return new InspectionTotals(count, bytes, free);
    }
}
