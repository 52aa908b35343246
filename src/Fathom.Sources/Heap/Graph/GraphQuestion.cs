using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Graph;

/// <summary>The references and roots of a heap, and questions that are asked of its graph when the target runs again.</summary>
/// <param name="analyses">The questions.</param>
/// <param name="options">Ids, and who is told what a reader must know.</param>
internal sealed class GraphQuestion(IReadOnlyList<IGraphAnalysis> analyses, HeapExtractorOptions options) : HeapQuestion
{
    // Used where no sample was walked before: averages of common programs. Memory that is not needed is not touched.
    private const long AssumedObjectBytes = 48;
    private const double AssumedReferencesPerObject = 2;

    private GraphStore? _store;
    private GraphWalk? _walk;
    private RootReader? _roots;
    private RootReading? _read;
    private TypeCatalog? _catalog;
    private (long Objects, long References)? _expected;

    public override (long Objects, long References)? GraphExpected => _expected;

    public override int ReadersOf(HeapMap map) => GraphWalk.ReadersFor(map);

    public override HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due)
    {
        _catalog = catalog;
        _store ??= Roomy(map);
        return GraphReading.WalkerOf(memory, map, catalog, catalog, _store, due);
    }

    public override HeapTally? Walk(ClrRuntime runtime, ITargetMemory memory, HeapMap map, TypeCatalog catalog, bool mayComeBack, bool countsSizes, CancellationToken due)
    {
        _store ??= Roomy(map);
        _roots ??= RootReader.Prepare(runtime, memory, due);
        _walk = new GraphWalk(memory, map, catalog, catalog, _store, GraphWalk.ReadersFor(map), due);
        return _walk.Run(mayComeBack, countsSizes, () => _read = _roots.Read(runtime, memory, new DacTurn(catalog.Gate, due)));
    }

    public override void Prepare(ClrRuntime runtime, ITargetMemory memory, HeapMap whole, HeapMap sample, CancellationToken due)
    {
        // The kernel gives memory while the data access library is asked.
        Task ready = Task.CompletedTask;
        if (_store is { ObjectCount: > 0 } walked)
        {
            double share = (double)sample.AllocatedBytes / whole.AllocatedBytes;
            (long objects, long references) = ((long)(walked.ObjectCount / share), (long)(walked.ReferenceCount / share));
            _expected = (objects, references);
            ready = Task.Run(() => MakeReady(objects, references, whole), due);
        }

        try
        {
            _roots = RootReader.Prepare(runtime, memory, due);
        }
        finally
        {
            ready.GetAwaiter().GetResult();
        }
    }

    public override void Rehearse(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due) =>
        _roots!.Rehearse(runtime, memory, new DacTurn(_catalog!.Gate, due));

    public override void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("building the graph", 0, 0));

        // Of a dump nothing was known before; of a process it was said before the stop.
        if (_expected is null)
            GraphBudget.Check(_store!.ObjectCount, _store.ReferenceCount, analyses, options.MaxMemoryBytes, options.MemoryExpected);
        GraphReading look = new(reading, _store!, _read!, _walk!.Loss);
        ObjectGraph graph = look.Build(out GraphLoss loss, stop);
        WriteLosses(loss, sink);
        foreach (string note in look.Notes)
            options.Noted?.Invoke(note);
        GraphSnapshot snapshot = new(options.SnapshotId, look.PartsOf(graph));
        foreach (IGraphAnalysis analysis in analyses)
            analysis.Run(graph, snapshot, sink, progress, stop);
        HeapMark.Write(graph, analyses, options.SnapshotId, sink, stop);
    }

    private void MakeReady(long objects, long references, HeapMap whole)
    {
        _store = GraphStore.ForHeap(whole.AllocatedBytes, objects, references);

        // What will be refused for want of memory must not take it before.
        if (GraphMemory.EstimateBytes(objects, references, analyses) <= GraphBudget.Limit(options.MaxMemoryBytes))
            GraphWalk.MakeReady(_store, whole, objects, references);
    }

    private static GraphStore Roomy(HeapMap map)
    {
        long objects = map.AllocatedBytes / AssumedObjectBytes;
        return GraphStore.ForHeap(map.AllocatedBytes, objects, (long)(objects * AssumedReferencesPerObject));
    }

    private static void WriteLosses(in GraphLoss loss, IRecordingSink sink)
    {
        Lost(loss.DeadEnds, 0, "references that point to no object");
        Lost(loss.RootDeadEnds, 0, "roots that point to no object");
        Lost(loss.UnknownLayouts, 0, "objects whose type does not describe its references");
        Lost(0, loss.UnreadableBytes, "memory with references that cannot be read");

        void Lost(long count, long bytes, string reason)
        {
            if (count > 0 || bytes > 0)
                sink.Lost(new LossRow(sink.Ids.Text("heap"), sink.Ids.Text("references"), 0, 0, count, bytes, sink.Ids.Text(reason)));
        }
    }
}
