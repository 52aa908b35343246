using Fathom.Model.Heap;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Segments;
using Fathom.Sources.Heap.Strings;
using Fathom.Sources.Memory;

namespace Fathom.Sources.Looks;

/// <summary>Which further question a look at a heap is asked: here the kinds of <see cref="HeapExtra"/> are known, and nowhere below.</summary>
internal static class HeapQuestion
{
    /// <summary>The question that the options ask of a running process, or null.</summary>
    public static HeapExtra? Of(HeapExtractorOptions options, int processId) => options.Memory
        ? new MemoryExtra(processId, Of(options) ?? HeapExtra.None, options.Graph?.OfType<LiveAnalysis>().FirstOrDefault(), options)
        : Of(options);

    /// <summary>The question that the options ask of any heap, or null.</summary>
    public static HeapExtra? Of(HeapExtractorOptions options) => options switch
    {
        { Graph: { } analyses, Strings: { } strings } => new ExtraPair(new GraphExtra(analyses, options), new StringExtra(strings, options.SnapshotId)),
        { Strings: { } strings } => new StringExtra(strings, options.SnapshotId),
        { Segments: true } => new SegmentExtra(options.SnapshotId),
        { Graph: { } analyses } => new GraphExtra(analyses, options),
        { Objects: { } query } => new ObjectListExtra(query, options.SnapshotId),
        { Object: { } look } => new ObjectExtra(look, options.SnapshotId),
        _ => null,
    };
}
