using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Graph;

/// <summary>Everything that one look at a heap gave for its graph. The graph itself is made of it when the target runs again.</summary>
internal sealed class GraphReading
{
    private readonly GraphStore _store;
    private readonly RootReading _roots;
    private readonly GraphLoss _loss;

    /// <summary>Puts together what was read.</summary>
    public GraphReading(HeapReading heap, GraphStore store, RootReading roots, GraphLoss loss)
    {
        Heap = heap;
        _store = store;
        _roots = roots;
        _loss = loss;
    }

    /// <summary>The heap without its references.</summary>
    public HeapReading Heap { get; }

    /// <summary>What could not be read of the roots, in sentences.</summary>
    public IReadOnlyList<string> Notes => _roots.Notes;

    /// <summary>Reads a heap that stands still: of a stopped process, or in a dump.</summary>
    /// <param name="runtime">The runtime, with nothing cached from another moment.</param>
    /// <param name="memory">The same target's memory.</param>
    /// <param name="catalog">Types that are known already, and those that this reading learns.</param>
    /// <param name="store">Takes the objects and references.</param>
    /// <param name="rootsOf">Reads the roots, while others walk the heap.</param>
    /// <param name="mayComeBack">Whether another moment can be tried, as in <see cref="HeapReading.Read"/>.</param>
    /// <param name="due">Ends the reading.</param>
    /// <param name="readers">How many threads walk the heap; null for as many as it is worth.</param>
    /// <param name="countsSizes">Whether objects are counted by their sizes too.</param>
    /// <returns>Null when this is no moment to read.</returns>
    /// <exception cref="Model.FathomException">The heap is too large.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="due"/> was signalled.</exception>
    public static GraphReading? Read(
        ClrRuntime runtime, ITargetMemory memory, TypeCatalog catalog, GraphStore store, Func<DacTurn, RootReading> rootsOf, bool mayComeBack,
        CancellationToken due, int? readers = null, bool countsSizes = false)
    {
        GraphWalk? walk = null;
        RootReading? roots = null;
        HeapReading? heap = HeapReading.ReadWith(runtime, catalog, Walk, due);
        return heap is null ? null : new GraphReading(heap, store, roots!, walk!.Loss);

        HeapTally? Walk(HeapMap map)
        {
            walk = new GraphWalk(memory, map, catalog, catalog, store, readers ?? GraphWalk.ReadersFor(map), due);
            return walk.Run(mayComeBack, countsSizes, () => roots = rootsOf(new DacTurn(catalog.Gate, due)));
        }
    }

    /// <summary>The walk of a heap by one thread that fills a store.</summary>
    /// <exception cref="Model.FathomException">The heap is too large.</exception>
    public static GraphWalker WalkerOf(
        ITargetMemory memory, HeapMap map, IMethodTableSource types, IReferenceSource references, GraphStore store, CancellationToken due)
    {
        return new GraphWalker(memory, map, types, references, store.Begin(GraphWalk.Granules(map))[0], due);
    }

    /// <summary>Makes the graph. Once only: the graph takes over what was read.</summary>
    /// <param name="loss">What it does not have of what it should have.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    public ObjectGraph Build(out GraphLoss loss, CancellationToken stop)
    {
        GraphType[] types = [.. Heap.Types.Select(static (entry, number) => entry is var (type, module)
            ? new GraphType((uint)number + 1, type.Name, module.FileName)
            : new GraphType((uint)number + 1, "", null))];
        if (Heap.Losses.Bytes > 0)
            _roots.IsWhole = false;
        ObjectGraph graph = GraphBuilder.Build(_store, types, _roots, Frozen(), out loss, stop);

        // What the walk could not read stands among the references as such that lead nowhere.
        loss = _loss with { DeadEnds = loss.DeadEnds - _loss.UnknownLayouts - _loss.UnreadableRanges, RootDeadEnds = loss.RootDeadEnds };
        return graph;
    }

    /// <summary>Where the objects of the graph lie.</summary>
    public IReadOnlyList<GraphPart> PartsOf(ObjectGraph graph)
    {
        ObjectIndex index = (ObjectIndex)graph.Addresses;
        List<GraphPart> parts = [];
        foreach (HeapSegment segment in Heap.Map.Segments)
        {
            foreach ((HeapGeneration generation, AddressRange range) in segment.Generations)
                parts.Add(new GraphPart(parts.Count == 0 ? 0 : parts[^1].EndObject, index.CountBefore(range.End), segment.Id, generation.ToString().ToLowerInvariant()));
        }

        return parts;
    }

    // The GC never collects what lies in these segments: literals, type objects, and other objects that live as long as the process does.
    private IEnumerable<(ulong Start, long Objects)> Frozen() => Heap.Map.Segments
        .Where(static segment => segment.Generations.All(static part => part.Generation == HeapGeneration.Frozen))
        .Select(segment => (segment.Objects.Start, Heap.Balances[(int)segment.Id - 1].ObjectCount));
}
