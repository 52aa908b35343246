using Fathom.Model.Findings;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.RuntimeTables;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Intervals;
using Fathom.Sources.Threads.Objects;
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

    // Below both of these no rule finds waste.
    private const long SeemingWasteBytes = 1024 * 1024;
    private const long SeemingEmptyCount = 10_000;

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
    private LiveHeap? _live;

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
        limit.Do(LookParts.Waste, due => CountLiving(held, plan, limit, due));
        limit.Do(LookParts.Tables, due => Runtime = held.Roots is { } roots ? RuntimeReading.Of(_runtime.Heap, roots, due) : Runtime);
    }

    /// <summary>Reads the modules. Of a running target they are read from its own memory.</summary>
    public void ReadModules(ClrRuntime runtime, CancellationToken due) => Runtime.ReadModules(runtime, due);

    // Only where there is something to find: it takes another walk.
    private void ReadEvents(StackStop held, StackPlan plan, LookLimit limit, CancellationToken due)
    {
        if (_delegates.Candidates.Count == 0)
            return;
        if (Live(held, plan, limit, due) is not { } live)
        {
            limit.Miss(LookParts.Events);
            return;
        }

        EventTargetReader reader = new(_runtime.Heap, _memory, due);
        Events = reader.Read(_delegates.Candidates, live);
        UnknownDelegates = reader.UnknownCount;
    }

    // What has survived a collection may be dead by now. Only where something seems to be wasted: it takes two more walks.
    private void CountLiving(StackStop held, StackPlan plan, LookLimit limit, CancellationToken due)
    {
        if (Strings.WastedBytes < SeemingWasteBytes && _arrays.WastedBytes < SeemingWasteBytes
            && _collections.WastedBytes < SeemingWasteBytes && _collections.EmptyCount < SeemingEmptyCount)
        {
            return;
        }

        if (Live(held, plan, limit, due) is not { } live)
        {
            limit.Miss(LookParts.Waste);
            return;
        }

        ReadBudget budget = new(_window, MaxContentBytes, due);
        ArrayInspector arrays = new(budget);
        CollectionInspector collections = new(_runtime.Heap, _window, budget, _unknown);
        StringInspector strings = new(budget);
        IObjectInspector[] inspectors = [new LivingOnly(arrays, live), new LivingOnly(collections, live), new LivingOnly(strings, live)];
        ThreadObjects objects = new(_runtime.Heap, inspectors);
        using (ThreadObjectWalker walker = new(_memory, held.Map, plan.Catalog, objects, due))
        {
            _window.Window = walker.Window;
            try
            {
                foreach (HeapSegment segment in held.Map.Segments)
                    walker.Walk(segment);
            }
            finally
            {
                _window.Window = null;
            }
        }

        arrays.Sparse.TakeBack(collections.OwnedArrays);
        StringWaste living = strings.Read();
        Strings = Strings with { WastedBytes = living.WastedBytes, Worst = living.Worst };
        (_arrays.Living, _collections.Living) = (arrays, collections);
    }

    private LiveHeap? Live(StackStop held, StackPlan plan, LookLimit limit, CancellationToken due)
    {
        if (held.Roots is null || limit.IsUnfinished(LookParts.Threads) || limit.IsUnfinished(LookParts.Objects))
            return null;
        return _live ??= LiveHeap.Read(_memory, held, plan.Catalog, Totals.ObjectCount, due);
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
