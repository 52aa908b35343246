using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap.Graph.Oracle;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Roots;

/// <summary>The heap of the sample ThreadStatics beside what its own last collection has left, and what ClrMD reaches from there.</summary>
internal static class ThreadStaticHeap
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    /// <summary>Compares, in one stop of the sample.</summary>
    /// <param name="sample">The sample, which runs.</param>
    /// <param name="note">What is said of roots that may be missing, so that the mark is not whole; null where nothing is.</param>
    /// <param name="stop">Cancels it.</param>
    public static async Task CheckAsync(SampleProcess sample, string? note, CancellationToken stop)
    {
        using TargetSession session = TargetSession.Open(sample.Pid);

        (GraphReading reading, ClrMdGraph oracle) = await session.InvokeStopped(
            target => (Read(target.Runtime, target.Memory, stop), new ClrMdGraph(target.Runtime, Survivors(target.Runtime))), s_limit, stop);

        ObjectGraph graph = reading.Build(out GraphLoss loss, stop);
        CollectingSink sink = new();
        new LiveAnalysis().Run(graph, new GraphSnapshot(1, reading.PartsOf(graph)), sink, new SilentProgress(), stop);
        Assert.True(loss.IsNone, $"{loss}");
        Assert.Equal(note is null ? [] : [note], reading.Notes);
        Assert.Equal(note is null, Assert.Single(sink.Rows<HeapMarkRow>()).IsWhole);
        GraphComparison comparison = new(graph, oracle, stop);
        Assert.True(comparison.Wrong.Count == 0, string.Join('\n', comparison.Wrong));
        Assert.Equal(oracle.Live.Index().Where(static live => live.Item).Sum(live => oracle.Sizes[live.Index]), sink.Rows<HeapLiveRow>().Sum(static row => row.SizeBytes));
        Dictionary<string, long> counts = sink.Rows<HeapLiveRow>()
            .GroupBy(row => graph.Types[(int)row.TypeId - 1].Name).ToDictionary(static type => type.Key, static type => type.Sum(static row => row.Count));
        Assert.Equal(Counts(sample, "held"), Counts(sample, "held").Select(type => (type.Type, (int)counts.GetValueOrDefault(type.Type))));
        Assert.All(Counts(sample, "dead"), type => Assert.False(counts.ContainsKey(type.Type), type.Type));
    }

    /// <summary>Reads the heap as the product does.</summary>
    public static GraphReading Read(ClrRuntime runtime, ITargetMemory memory, CancellationToken stop)
    {
        RootReader roots = RootReader.Prepare(runtime, memory, stop);
        return GraphReading.Read(
            runtime, memory, new TypeCatalog(memory), new GraphStore(0, 0), turn => roots.Read(runtime, memory, turn), mayComeBack: false, stop)!;
    }

    // The sample collects everything at the end: what is older than the youngest generation was alive then, and what holds it has not changed since.
    private static IEnumerable<ulong> Survivors(ClrRuntime runtime) => runtime.Heap.Segments
        .SelectMany(static segment => segment.EnumerateObjects().Where(instance => !instance.IsFree && segment.GetGeneration(instance.Address) != Generation.Generation0))
        .Select(static instance => instance.Address);

    private static (string Type, int Count)[] Counts(SampleProcess sample, string which) =>
        [.. sample.Facts.GetProperty(which).EnumerateObject().Select(static type => (type.Name, type.Value.GetInt32()))];
}
