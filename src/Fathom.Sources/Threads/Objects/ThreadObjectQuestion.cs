using Fathom.Model.Recording;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Objects;

/// <summary>The walk that looks for what threads and async calls need of the heap; for a rehearsal, which drops what it finds.</summary>
internal sealed class ThreadObjectQuestion : HeapQuestion
{
    public override HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due) =>
        new ThreadObjectWalker(memory, map, catalog, new ThreadObjects(heap, []), due);

    public override void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
    }
}
