using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Memory;

/// <summary>All memory of the process, in the stop in which its heap is walked.</summary>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="walked">The question that the walk answers too.</param>
/// <param name="live">Tells live objects from dead ones when <paramref name="walked"/> has answered, or null.</param>
/// <param name="options">Ids, and who is told what a reader must know.</param>
internal sealed class MemoryQuestion(int processId, HeapQuestion walked, LiveAnalysis? live, HeapExtractorOptions options) : HeapQuestion
{
    private readonly MemoryInstantReader _instants = new(processId);
    private MemoryInstant? _instant;
    private MemoryPause _pause;

    public override TimeSpan FurtherTime => walked.FurtherTime;

    public override (long Objects, long References)? GraphExpected => walked.GraphExpected;

    public override int ReadersOf(HeapMap map) => walked.ReadersOf(map);

    public override HeapTally? Walk(ClrRuntime runtime, ITargetMemory memory, HeapMap map, TypeCatalog catalog, bool mayComeBack, bool countsSizes, CancellationToken due) =>
        walked.Walk(runtime, memory, map, catalog, mayComeBack, countsSizes, due);

    public override HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due) =>
        walked.Begin(heap, memory, map, catalog, due);

    public override void Prepare(ClrRuntime runtime, ITargetMemory memory, HeapMap whole, HeapMap sample, CancellationToken due) =>
        walked.Prepare(runtime, memory, whole, sample, due);

    public override void Rehearse(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due)
    {
        walked.Rehearse(runtime, memory, map, due);
        Take(runtime, isStopped: false, due);
    }

    public override void Complete(ClrRuntime runtime, ITargetMemory memory, HeapReading reading, CancellationToken due)
    {
        walked.Complete(runtime, memory, reading, due);
        _instant = Take(runtime, isStopped: true, due);
    }

    public override void Stopped(long timestamp, TimeSpan expected, TimeSpan pause) => _pause = new MemoryPause(timestamp, expected, pause);

    public override void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        walked.Write(reading, sink, progress, stop);
        List<string> notes = [];
        MemoryReading look = MemoryReader.Guard(processId, () => MemoryReader.Complete(processId, _instant!, "stop", notes, stop) with { Pause = _pause });
        notes.ForEach(note => options.Noted?.Invoke(note));
        HeapParts parts = HeapParts.Of(reading, live);
        new MemoryRows(sink, options).Write(look, (options.SnapshotId, parts));
    }

    private MemoryInstant Take(ClrRuntime runtime, bool isStopped, CancellationToken due) =>
        MemoryReader.Guard(processId, () => _instants.Take(RuntimeClaims.Look(runtime, due), isStopped, due));
}
