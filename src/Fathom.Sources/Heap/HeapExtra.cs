using Fathom.Model.Recording;
using Fathom.Sources.Segments;
using Fathom.Sources.Strings;
using Fathom.Sources.Target;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap;

/// <summary>
/// A further question about a heap, answered by the walk that counts it. <see cref="Begin"/> is called for each walk, first for those of the rehearsal;
/// what an earlier walk found is dropped then.
/// </summary>
internal abstract class HeapExtra
{
    /// <summary>The question that the options ask, or null.</summary>
    public static HeapExtra? Of(HeapExtractorOptions options) => options switch
    {
        { Strings: { } strings } => new StringExtra(strings, options.SnapshotId),
        { Segments: true } => new SegmentExtra(options.SnapshotId),
        _ => null,
    };

    /// <summary>Makes the walker for one walk.</summary>
    public abstract HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, IMethodTableSource types, CancellationToken due);

    /// <summary>Does on the running target what <see cref="Complete"/> will do in the stop, so that it is loaded and its time is known. What is found is dropped.</summary>
    public virtual void Rehearse(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due)
    {
    }

    /// <summary>Reads what the walk alone does not give, while the target still stands.</summary>
    public virtual void Complete(ClrRuntime runtime, ITargetMemory memory, HeapReading reading, CancellationToken due)
    {
    }

    /// <summary>Writes the answer, when the target runs again.</summary>
    public abstract void Write(IRecordingSink sink);
}
