using Fathom.Model;
using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Storage.Graphs;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Model.Graph;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Storage.Graphs;

public sealed class GraphLoaderTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_graph_comes_back_as_it_was_kept(int seed)
    {
        ObjectGraph graph = GraphRecordings.RandomGraph(new Random(seed), objects: 5_000);
        GraphSnapshot snapshot = new(2, [new GraphPart(0, 100, 1, "gen0"), new GraphPart(100, 5_000, 2, null)]);

        using RecordingReader recording = Record(writer =>
        {
            // An older snapshot with other objects under the same numbers.
            new GraphSaveAnalysis().Run(GraphRecordings.RandomGraph(new Random(seed + 100), 300), new GraphSnapshot(1, []), writer, new SilentProgress(), default);
            new GraphSaveAnalysis().Run(graph, snapshot, writer, new SilentProgress(), default);
            writer.Write<HeapTypeRow>([.. graph.Types.Select(type => new HeapTypeRow(
                2, type.TypeId, writer.Ids.Text("object"), writer.Ids.Text(type.Name), writer.Ids.Text(type.Module), default, default, 0))]);
        });
        (ObjectGraph loaded, GraphSnapshot at) = GraphLoader.Load(recording, TestContext.Current.CancellationToken);

        Assert.Equal(snapshot.Parts, at.Parts);
        Assert.Equal(2u, at.SnapshotId);
        Assert.Equal(graph.ObjectCount, loaded.ObjectCount);
        Assert.Equal(graph.FirstReference.ToArray(), loaded.FirstReference.ToArray());
        Assert.Equal(graph.References.ToArray(), loaded.References.ToArray());
        Assert.Equal(graph.Roots, loaded.Roots);
        Assert.Equal([(0u, 4_999u), (3u, 7u), (3u, 7u)], loaded.Dependents.Pairs);
        Assert.Equal(new uint[] { 4, 8 }, loaded.Gaps.Objects);
        Assert.True(loaded.Gaps.IsElsewhere);
        for (uint number = 0; number < graph.ObjectCount; number++)
        {
            Assert.Equal(graph.Types[(int)graph.TypeOf(number)], loaded.Types[(int)loaded.TypeOf(number)]);
            Assert.Equal(graph.SizeOf(number), loaded.SizeOf(number));
            Assert.Equal(graph.Addresses.AddressOf(number), loaded.Addresses.AddressOf(number));
            Assert.True(loaded.Addresses.TryFind(graph.Addresses.AddressOf(number), out uint found) && found == number);
        }
    }

    // Recordings from before there was a table of gaps have no row in it either.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_graph_without_gaps_lacks_something_where_the_recording_has_lost_something_of_the_heap(bool hasLoss)
    {
        using RecordingReader recording = Record(writer =>
        {
            new GraphSaveAnalysis().Run(new GraphOf().Objects(3).Root(0).Build(), new GraphSnapshot(2, []), writer, new SilentProgress(), default);
            writer.Write<HeapTypeRow>([new HeapTypeRow(2, 1, writer.Ids.Text("object"), writer.Ids.Text("Node"), default, default, default, 0)]);
            if (hasLoss)
                writer.Lost(new LossRow(writer.Ids.Text("heap"), writer.Ids.Text("references"), 0, 0, 11, 0, writer.Ids.Text("objects whose type does not describe its references")));
        });

        (ObjectGraph loaded, _) = GraphLoader.Load(recording, TestContext.Current.CancellationToken);

        Assert.Equal(hasLoss, loaded.Gaps.IsElsewhere);
        Assert.Empty(loaded.Gaps.Objects);
    }

    [Fact]
    public void Numbers_that_cannot_be_are_said_and_not_followed()
    {
        List<string> errors = [];
        foreach (Action<RecordingWriter> damage in (IEnumerable<Action<RecordingWriter>>)[
            writer => writer.Write<HeapEdgeRow>([new HeapEdgeRow(2, 70, 1)]),
            writer => writer.Write<HeapEdgeRow>([new HeapEdgeRow(2, 1, 70)]),
            writer => writer.Write<HeapRootRow>([new HeapRootRow(2, 70, writer.Ids.Text("static"), default)]),
            writer => writer.Write<HeapNodeRow>([new HeapNodeRow(2, 70, 8, 1, 24)]),
            writer => writer.Write<HeapPartRow>([new HeapPartRow(2, 0, 70, 1, default)]),
            writer => writer.Write<HeapGapRow>([new HeapGapRow(2, 70)]),
            writer => writer.Write<HeapDependentRow>([new HeapDependentRow(2, 1, 70)])])
        {
            using RecordingReader recording = Record(writer =>
            {
                ObjectGraph graph = GraphRecordings.RandomGraph(new Random(1), 50);
                new GraphSaveAnalysis().Run(graph, new GraphSnapshot(2, []), writer, new SilentProgress(), default);
                writer.Write<HeapTypeRow>([.. graph.Types.Select(type => new HeapTypeRow(2, type.TypeId, writer.Ids.Text("object"), writer.Ids.Text(type.Name), default, default, default, 0))]);
                damage(writer);
            });
            FathomException error = Assert.Throws<FathomException>(() => GraphLoader.Load(recording, TestContext.Current.CancellationToken));
            errors.Add(error.Message.Replace(recording.Path, "RECORDING", StringComparison.Ordinal));
        }

        Snapshot.Match(string.Join('\n', errors), "graph-damaged.txt");
    }

    private RecordingReader Record(Action<RecordingWriter> write)
    {
        string path = _folder.File($"{Guid.NewGuid():n}.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom heap"));
        write(writer);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
