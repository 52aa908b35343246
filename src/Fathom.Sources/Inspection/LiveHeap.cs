using Fathom.Model.Graph;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Stops;

namespace Fathom.Sources.Inspection;

/// <summary>The references of a heap and what its roots reach.</summary>
internal sealed class LiveHeap
{
    private readonly ObjectGraph _graph;
    private readonly ObjectBits _live;

    private LiveHeap(ObjectGraph graph, ObjectBits live, bool isWhole) => (_graph, _live, IsWhole) = (graph, live, isWhole);

    /// <summary>Whether all roots and all references of what they reach were read. Where not, it is not known of what was not reached whether it is dead.</summary>
    public bool IsWhole { get; }

    /// <summary>Reads the references.</summary>
    /// <param name="memory">The memory as it was in the stop.</param>
    /// <param name="held">What else was read in the stop; with roots.</param>
    /// <param name="catalog">Knows the types of the heap.</param>
    /// <param name="objects">Objects of the heap, about.</param>
    /// <param name="due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
    public static LiveHeap Read(ITargetMemory memory, StackStop held, TypeCatalog catalog, long objects, CancellationToken due)
    {
        const int usualReferences = 3;
        GraphStore store = new(objects, objects * usualReferences);
        GraphWalk walk = new(memory, held.Map, catalog, catalog, store, GraphWalk.ReadersFor(held.Map), due);
        HeapTally tally = walk.Run(mayComeBack: false, countsSizes: false, static () => { })!;
        RootReading roots = held.Roots!;
        StackRoots.Missing(roots, held.Threads.Count(static thread => !thread.IsFollowed));
        foreach (HeldThread thread in held.Threads)
            roots.Roots.AddRange(thread.References.Select(static reference => new RootEntry(reference.Object, RootKind.Stack, null, reference.IsInterior)));
        GraphType[] types = [.. tally.Types.Select(static (_, number) => new GraphType((uint)number + 1, "", null))];
        IEnumerable<(ulong Start, long Objects)> frozen = held.Map.Segments
            .Where(static segment => segment.Generations.All(static part => part.Generation == HeapGeneration.Frozen))
            .Select(segment => (segment.Objects.Start, tally.Balances[(int)segment.Id - 1].ObjectCount));
        ObjectGraph graph = GraphBuilder.Build(store, types, roots, frozen, out GraphLoss _, due);
        ObjectBits live = Reachability.FromRoots(graph, due);
        return new LiveHeap(graph, live, graph.Gaps.LeaveWhole(live) && tally.Losses.Bytes == 0);
    }

    /// <summary>Whether the roots reach an object.</summary>
    public bool Holds(ulong address) => _graph.Addresses.TryFind(address, out uint number) && _live[number];

    /// <summary>Which of some objects are alive, and who holds these.</summary>
    /// <param name="addresses">The objects.</param>
    /// <param name="due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
    public IReadOnlyDictionary<ulong, DelegateHolders> HoldersOf(IEnumerable<ulong> addresses, CancellationToken due)
    {
        const int checkEvery = 1 << 16;
        Dictionary<uint, List<ulong>> holders = [];
        Dictionary<uint, string> fields = [];
        foreach (ulong address in addresses)
        {
            if (_graph.Addresses.TryFind(address, out uint number) && _live[number])
                holders.TryAdd(number, []);
        }

        foreach (GraphRoot root in _graph.Roots)
        {
            if (root is { Kind: RootKind.Static, Holder: { } name } && holders.ContainsKey(root.Object))
                fields.TryAdd(root.Object, name);
        }

        int untilCheck = checkEvery;
        foreach (uint number in holders.Count == 0 ? [] : _live.Members())
        {
            if (--untilCheck == 0)
            {
                due.ThrowIfCancellationRequested();
                untilCheck = checkEvery;
            }

            foreach (uint target in _graph.ReferencesOf(number))
            {
                if (holders.TryGetValue(target, out List<ulong>? found))
                    found.Add(_graph.Addresses.AddressOf(number));
            }
        }

        return holders.ToDictionary(
            entry => _graph.Addresses.AddressOf(entry.Key), entry => new DelegateHolders(fields.GetValueOrDefault(entry.Key), entry.Value));
    }
}
