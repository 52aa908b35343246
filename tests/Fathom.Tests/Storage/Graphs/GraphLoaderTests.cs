using Fathom.Model;
using Fathom.Model.Graph;
using Fathom.Model.Heap;
using Fathom.Storage.Graphs;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
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
        ObjectGraph graph = RandomGraph(new Random(seed), objects: 5_000);
        GraphSnapshot snapshot = new(2, [new GraphPart(0, 100, 1, "gen0"), new GraphPart(100, 5_000, 2, null)]);

        using RecordingReader recording = Record(writer =>
        {
            // An older snapshot with other objects under the same numbers.
            new GraphSaveAnalysis().Run(RandomGraph(new Random(seed + 100), 300), new GraphSnapshot(1, []), writer, new SilentProgress(), default);
            new GraphSaveAnalysis().Run(graph, snapshot, writer, new SilentProgress(), default);
            writer.Write<HeapTypeRow>([.. graph.Types.Select(type => new HeapTypeRow(2, type.TypeId, writer.Ids.Text("object"), writer.Ids.Text(type.Name), writer.Ids.Text(type.Module), default, default, 0))]);
        });
        (ObjectGraph loaded, GraphSnapshot at) = GraphLoader.Load(recording, TestContext.Current.CancellationToken);

        Assert.Equal(snapshot.Parts, at.Parts);
        Assert.Equal(2u, at.SnapshotId);
        Assert.Equal(graph.ObjectCount, loaded.ObjectCount);
        Assert.Equal(graph.FirstReference.ToArray(), loaded.FirstReference.ToArray());
        Assert.Equal(graph.References.ToArray(), loaded.References.ToArray());
        Assert.Equal(graph.Roots, loaded.Roots);
        for (uint number = 0; number < graph.ObjectCount; number++)
        {
            Assert.Equal(graph.Types[(int)graph.TypeOf(number)], loaded.Types[(int)loaded.TypeOf(number)]);
            Assert.Equal(graph.SizeOf(number), loaded.SizeOf(number));
            Assert.Equal(graph.Addresses.AddressOf(number), loaded.Addresses.AddressOf(number));
            Assert.True(loaded.Addresses.TryFind(graph.Addresses.AddressOf(number), out uint found) && found == number);
        }
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
            writer => writer.Write<HeapPartRow>([new HeapPartRow(2, 0, 70, 1, default)])])
        {
            using RecordingReader recording = Record(writer =>
            {
                ObjectGraph graph = RandomGraph(new Random(1), 50);
                new GraphSaveAnalysis().Run(graph, new GraphSnapshot(2, []), writer, new SilentProgress(), default);
                writer.Write<HeapTypeRow>([.. graph.Types.Select(type => new HeapTypeRow(2, type.TypeId, writer.Ids.Text("object"), writer.Ids.Text(type.Name), default, default, default, 0))]);
                damage(writer);
            });
            FathomException error = Assert.Throws<FathomException>(() => GraphLoader.Load(recording, TestContext.Current.CancellationToken));
            errors.Add(error.Message.Replace(recording.Path, "RECORDING", StringComparison.Ordinal));
        }

        Snapshot.Match(string.Join('\n', errors), "graph-damaged.txt");
    }

    private static ObjectGraph RandomGraph(Random random, int objects)
    {
        uint[] types = new uint[objects], sizes = new uint[objects], first = new uint[objects + 1];
        List<uint> references = [];
        SomeAddresses addresses = new();
        for (int i = 0; i < objects; i++)
        {
            types[i] = (uint)random.Next(4);
            sizes[i] = (uint)random.Next(3, 1_000);
            addresses.Add();
            for (int k = random.Next(4); k > 0; k--)
                references.Add((uint)random.Next(objects));
            first[i + 1] = (uint)references.Count;
        }

        return new ObjectGraph(
            types,
            sizes,
            first,
            [.. references],
            addresses,
            [new GraphType(1, "A", "a.dll"), new GraphType(2, "B", null), new GraphType(5, "C", "a.dll"), new GraphType(9, "D", "a.dll")],
            [new GraphRoot(3, RootKind.Static, "A.s_field"), new GraphRoot(0, RootKind.FinalizerRegistered, null), new GraphRoot(3, RootKind.Other, "x")]);
    }

    private RecordingReader Record(Action<RecordingWriter> write)
    {
        string path = _folder.File($"{Guid.NewGuid():n}.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom heap"));
        write(writer);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private sealed class SomeAddresses : IObjectAddresses
    {
        private readonly List<ulong> _addresses = [];

        public void Add() => _addresses.Add(0x7f00_0000_0000 + ((ulong)_addresses.Count * 64));

        public ulong AddressOf(uint number) => _addresses[(int)number];

        public bool TryFind(ulong address, out uint number)
        {
            number = (uint)_addresses.IndexOf(address);
            return number != uint.MaxValue;
        }
    }
}
