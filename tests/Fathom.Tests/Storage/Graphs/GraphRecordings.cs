using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;

namespace Fathom.Tests.Storage.Graphs;

/// <summary>Graphs of random shape.</summary>
internal static class GraphRecordings
{
    /// <summary>A recording that holds a graph with its types.</summary>
    public static RecordingReader Create(TestFolder folder, string name, int objects)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom heap") { ToolVersion = "1.2.3" });
        ObjectGraph graph = RandomGraph(new Random(1), objects);
        writer.Write<HeapSnapshotRow>([new HeapSnapshotRow { SnapshotId = 1, ProcessId = 1, Source = writer.Ids.Text("live"), GcMode = writer.Ids.Text("workstation"), HeapCount = 1 }]);
        new GraphSaveAnalysis().Run(graph, new GraphSnapshot(1, [new GraphPart(0, (uint)objects, 1, "gen2")]), writer, new SilentProgress(), default);
        writer.Write<HeapTypeRow>([.. graph.Types.Select(type => new HeapTypeRow(
            1, type.TypeId, writer.Ids.Text("object"), writer.Ids.Text(type.Name), writer.Ids.Text(type.Module), default, default, 0))]);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    /// <summary>Objects of four types with up to three references each.</summary>
    public static ObjectGraph RandomGraph(Random random, int objects)
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
            [new GraphRoot(3, RootKind.Static, "A.s_field"), new GraphRoot(0, RootKind.FinalizerRegistered, null), new GraphRoot(3, RootKind.Other, "x")])
        {
            Dependents = new DependentEdges([(3, 7), (3, 7), (0, (uint)objects - 1)]),
            Gaps = new GraphGaps([4, 8], true),
        };
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
