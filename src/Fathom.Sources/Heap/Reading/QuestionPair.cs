using System.Diagnostics;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Reading;

/// <summary>Two further questions about one heap in one stop. The walk that counts the heap answers the first one; the second one has a walk of its own.</summary>
/// <param name="first">The first question.</param>
/// <param name="second">The second question.</param>
internal sealed class QuestionPair(HeapQuestion first, HeapQuestion second) : HeapQuestion
{
    private TypeCatalog? _catalog;
    private TimeSpan _walkTime;

    public override TimeSpan FurtherTime => first.FurtherTime + second.FurtherTime + _walkTime;

    public override (long Objects, long References)? GraphExpected => first.GraphExpected ?? second.GraphExpected;

    public override int ReadersOf(HeapMap map) => first.ReadersOf(map);

    public override HeapTally? Walk(ClrRuntime runtime, ITargetMemory memory, HeapMap map, TypeCatalog catalog, bool mayComeBack, bool countsSizes, CancellationToken due)
    {
        _catalog = catalog;
        return first.Walk(runtime, memory, map, catalog, mayComeBack, countsSizes, due);
    }

    public override HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due)
    {
        _catalog = catalog;
        return first.Begin(heap, memory, map, catalog, due);
    }

    public override void Prepare(ClrRuntime runtime, ITargetMemory memory, HeapMap whole, HeapMap sample, CancellationToken due)
    {
        first.Prepare(runtime, memory, whole, sample, due);

        // The first walk loads and compiles, the second one shows the speed.
        Walk(runtime, memory, sample, due);
        long start = Stopwatch.GetTimestamp();
        Walk(runtime, memory, sample, due);
        _walkTime = Stopwatch.GetElapsedTime(start) * ((double)whole.AllocatedBytes / Math.Max(1, sample.AllocatedBytes));
        second.Prepare(runtime, memory, whole, sample, due);
    }

    public override void Rehearse(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due)
    {
        first.Rehearse(runtime, memory, map, due);
        second.Rehearse(runtime, memory, map, due);
    }

    public override void Complete(ClrRuntime runtime, ITargetMemory memory, HeapReading reading, CancellationToken due)
    {
        first.Complete(runtime, memory, reading, due);
        Walk(runtime, memory, reading.Map, due);
        second.Complete(runtime, memory, reading, due);
    }

    public override void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        // The second one first: what it has kept is small, and the first may need all memory.
        second.Write(reading, sink, progress, stop);
        first.Write(reading, sink, progress, stop);
    }

    // What the walk loses is what the first walk has lost and reported.
    private void Walk(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due)
    {
        using HeapWalker walker = second.Begin(runtime.Heap, memory, map, _catalog!, due);
        foreach (HeapSegment segment in map.Segments)
            walker.Walk(segment);
    }
}
