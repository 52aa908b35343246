using Fathom.Model.Recording;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Reading;

/// <summary>
/// A further question about a heap, answered by the walk that counts it. <see cref="Begin"/> is called for each walk, first for those of the rehearsal;
/// what an earlier walk found is dropped then.
/// </summary>
internal abstract class HeapQuestion
{
    /// <summary>What it will need in the stop besides the walk and what was rehearsed; known once it is prepared.</summary>
    public virtual TimeSpan FurtherTime => TimeSpan.Zero;

    /// <summary>Objects and references of the graph that it will make, as the part of the heap that was walked before the stop lets expect; null where it makes none.</summary>
    public virtual (long Objects, long References)? GraphExpected => null;

    /// <summary>No further question: the walk counts.</summary>
    public static HeapQuestion None { get; } = new NoQuestion();

    /// <summary>Walks the whole heap while the target stands still.</summary>
    /// <returns>Null where this is no moment to, as <see cref="HeapReading.Read"/> explains.</returns>
    public virtual HeapTally? Walk(ClrRuntime runtime, ITargetMemory memory, HeapMap map, TypeCatalog catalog, bool mayComeBack, bool countsSizes, CancellationToken due)
    {
        using HeapWalker walker = Begin(runtime.Heap, memory, map, catalog, due);
        if (countsSizes)
            walker.CountSizes();
        return HeapTally.Of(walker, map, mayComeBack);
    }

    /// <summary>How many threads will walk a heap.</summary>
    public virtual int ReadersOf(HeapMap map) => 1;

    /// <summary>Makes the walker for one walk.</summary>
    public abstract HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due);

    /// <summary>Does before the stop what can be done then, on the running target; comes after the walks of the rehearsal.</summary>
    /// <param name="runtime">The runtime, whose answers may be nonsense.</param>
    /// <param name="memory">The target's memory.</param>
    /// <param name="whole">The outline of the heap.</param>
    /// <param name="sample">The part of it that was walked.</param>
    /// <param name="due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
    public virtual void Prepare(ClrRuntime runtime, ITargetMemory memory, HeapMap whole, HeapMap sample, CancellationToken due)
    {
    }

    /// <summary>Does on the running target what <see cref="Complete"/> will do in the stop, so that it is loaded and its time is known. What is found is dropped.</summary>
    public virtual void Rehearse(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due)
    {
    }

    /// <summary>Reads what the walk alone does not give, while the target still stands.</summary>
    public virtual void Complete(ClrRuntime runtime, ITargetMemory memory, HeapReading reading, CancellationToken due)
    {
    }

    /// <summary>Told of the stop, when the target runs again.</summary>
    /// <param name="timestamp">When it began, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp.</param>
    /// <param name="expected">How long it was estimated to last.</param>
    /// <param name="pause">How long it lasted.</param>
    public virtual void Stopped(long timestamp, TimeSpan expected, TimeSpan pause)
    {
    }

    /// <summary>Writes the answer, when the target runs again.</summary>
    public abstract void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop);
}
