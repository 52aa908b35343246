using Fathom.Model.Heap;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Segments;
using Fathom.Sources.Heap.Strings;
using Fathom.Sources.Memory;
using Fathom.Sources.Pending;

namespace Fathom.Sources.Looks;

/// <summary>Which further question a look at a heap is asked: here the kinds of <see cref="HeapQuestion"/> are known, and nowhere below.</summary>
internal static class HeapQuestions
{
    /// <summary>The question that the options ask of a running process, or null.</summary>
    public static HeapQuestion? Of(HeapExtractorOptions options, int processId) => options.Memory
        ? new MemoryQuestion(processId, Of(options) ?? HeapQuestion.None, options.Graph?.OfType<LiveAnalysis>().FirstOrDefault(), options)
        : Of(options);

    /// <summary>The question that the options ask of any heap, or null.</summary>
    public static HeapQuestion? Of(HeapExtractorOptions options) => options switch
    {
        { Graph: { } analyses, Strings: { } strings } => new QuestionPair(new GraphQuestion(analyses, options), new StringQuestion(strings, options.SnapshotId)),
        { Strings: { } strings } => new StringQuestion(strings, options.SnapshotId),
        { Pending: true } => new PendingQuestion(options.SnapshotId),
        { Segments: true } => new SegmentQuestion(options.SnapshotId),
        { Graph: { } analyses } => new GraphQuestion(analyses, options),
        { Objects: { } query } => new ObjectListQuestion(query, options.SnapshotId),
        { Object: { } detail } => new ObjectQuestion(detail, options.SnapshotId),
        _ => null,
    };
}
