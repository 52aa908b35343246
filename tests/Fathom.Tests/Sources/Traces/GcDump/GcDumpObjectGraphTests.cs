using System.Xml.Linq;
using Fathom.Formats.GcDump;
using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Model.Renaming;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Traces.GcDump;
using Fathom.TestSupport;
using Fathom.Tests.Formats.GcDump;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.GcDump;

/// <summary>The references of a gcdump as an object graph.</summary>
public sealed class GcDumpObjectGraphTests
{
    [Fact]
    public void Objects_are_numbered_by_address_and_pseudo_nodes_tell_the_kinds_of_roots()
    {
        using GcDumpWriter writer = new() { Root = 0 };
        int order = Add(writer, "My.Order", "/app/My.dll");
        int big = Add(writer, "System.Byte[] (Bytes > 10K)", "/usr/System.Private.CoreLib.dll");
        int free = Add(writer, "Free", null);

        // A root of each kind and an object that none reaches; nodes come in another order than addresses.
        writer.Nodes.Add((Add(writer, "[.NET Roots]", null), 0, 0, [1, 3, 5, 7, 12]));
        writer.Nodes.Add((Add(writer, "[static vars]", null), 0, 0, [2]));
        writer.Nodes.Add((Add(writer, "[static var My.Cache.s_items]", null), 0, 0, [9]));
        writer.Nodes.Add((Add(writer, "[local vars]", null), 0, 0, [4]));
        writer.Nodes.Add((order, 24, 0x4000, [9, 9]));
        writer.Nodes.Add((Add(writer, "[AsyncPinned handle]", null), 0, 0, [6]));
        writer.Nodes.Add((order, 24, 0x3000, [10, 11]));
        writer.Nodes.Add((Add(writer, "[other roots]", null), 0, 0, [8, 6]));
        writer.Nodes.Add((order, 24, 0x6000, []));
        writer.Nodes.Add((big, 20_001, 0x1000, [4]));
        writer.Nodes.Add((free, 80, 0x7000, []));
        writer.Nodes.Add((null, 0, 0x8000, []));
        writer.Nodes.Add((Add(writer, "[CCW for My.Order RefCnt: 1]", null), 0, 0x9000, [13]));
        writer.Nodes.Add((order, 24, 0x2000, []));
        writer.Nodes.Add((order, 24, 0x5000, [8]));

        CancellationToken stop = TestContext.Current.CancellationToken;
        GcDumpFile dump = GcDumpReader.Read(new MemoryStream(writer.Write()), "test", stop);
        (ObjectGraph graph, GraphSnapshot snapshot) = GcDumpObjectGraph.Build(dump, GcDumpUsage.Count(dump, stop), 7, stop);

        Assert.Equal([0x1000, 0x2000, 0x3000, 0x4000, 0x5000, 0x6000], Enumerable.Range(0, graph.ObjectCount).Select(number => graph.Addresses.AddressOf((uint)number)));
        Assert.Equal([[3], [], [], [0, 0], [5], []], Enumerable.Range(0, graph.ObjectCount).Select(number => graph.ReferencesOf((uint)number).ToArray()));
        Assert.Equal("System.Byte[]", graph.Types[(int)graph.TypeOf(0)].Name);
        Assert.Equal(20_008, graph.SizeOf(0));
        Assert.Equal(
            [
                new GraphRoot(0, RootKind.Static, "My.Cache.s_items"),
                new GraphRoot(3, RootKind.Stack, null),
                new GraphRoot(2, RootKind.AsyncPinnedHandle, "AsyncPinned handle"),
                new GraphRoot(1, RootKind.RefCountedHandle, "CCW for My.Order RefCnt: 1"),
                new GraphRoot(2, RootKind.Other, "other roots"),
                new GraphRoot(5, RootKind.Other, "other roots"),
            ],
            graph.Roots);
        Assert.Equal([new GraphPart(0, 6, 0, null)], snapshot.Parts);
        Assert.Equal(5, Reachability.FromRoots(graph, TestContext.Current.CancellationToken).Count());
    }

    [Theory]
    [InlineData("[static var System.Byte[].s_big]", "s_big of type System.Byte[]")]
    [InlineData("[static var My.Cache.s_big]", "My.Cache.s_big")]
    [InlineData("[static var System.Byte[]]", "System.Byte[]")]
    [InlineData("[thread static var System.Byte[].t_big]", "thread static var System.Byte[].t_big")]
    public void A_static_field_whose_value_alone_has_a_type_is_not_said_to_belong_to_that_type(string name, string holder)
    {
        using GcDumpWriter writer = new() { Root = 0 };
        writer.Nodes.Add((Add(writer, "[.NET Roots]", null), 0, 0, [1]));
        writer.Nodes.Add((Add(writer, name, null), 0, 0, [2]));
        writer.Nodes.Add((Add(writer, "System.Byte[] (Bytes > 10K)", "/usr/System.Private.CoreLib.dll"), 20_001, 0x1000, []));

        CancellationToken stop = TestContext.Current.CancellationToken;
        GcDumpFile dump = GcDumpReader.Read(new MemoryStream(writer.Write()), "test", stop);
        (ObjectGraph graph, _) = GcDumpObjectGraph.Build(dump, GcDumpUsage.Count(dump, stop), 7, stop);

        Assert.Equal(holder, Assert.Single(graph.Roots).Holder);
    }

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("test1.gcdump")]
    [InlineData("test2.gcdump")]
    public void Live_objects_of_a_file_are_among_its_objects(string file)
    {
        CollectingSink sink = new();
        string path = Path.Combine(Needs.DataFolder(), "gcdump", "perfview", file);
        new GcDumpExtractor(path, RenameRules.None, new HeapExtractorOptions { Graph = [new LiveAnalysis()] }).Run(sink, new SilentProgress(), TestContext.Current.CancellationToken);

        Dictionary<(uint Type, uint Segment, string? Generation), (long Count, long Bytes)> all = sink.Rows<HeapUsageRow>()
            .ToDictionary(row => (row.TypeId, row.SegmentId, sink.Text(row.Generation)), row => (row.Count, row.SizeBytes));
        Assert.NotEmpty(sink.Rows<HeapLiveRow>());
        Assert.All(
            sink.Rows<HeapLiveRow>().GroupBy(row => (row.TypeId, row.SegmentId, sink.Text(row.Generation))),
            group =>
            {
                Assert.InRange(group.Sum(row => row.Count), 1, all[group.Key].Count);
                Assert.InRange(group.Sum(row => row.SizeBytes), 0, all[group.Key].Bytes);
            });
    }

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("test1.gcdump")]
    [InlineData("test2.gcdump")]
    public void What_the_root_node_reaches_through_any_nodes_is_what_is_alive(string file)
    {
        CancellationToken stop = TestContext.Current.CancellationToken;
        GcDumpFile dump = GcDumpReader.Read(Path.Combine(Needs.DataFolder(), "gcdump", "perfview", file), stop);
        GcDumpUsage usage = GcDumpUsage.Count(dump, stop);
        (ObjectGraph graph, _) = GcDumpObjectGraph.Build(dump, usage, 1, stop);
        HashSet<int> reached = [dump.Graph.Root];
        Stack<int> waiting = new(reached);
        while (waiting.TryPop(out int node))
        {
            foreach (int child in dump.Graph.ChildrenOf(node))
            {
                if (reached.Add(child))
                    waiting.Push(child);
            }
        }

        ulong[] expected = [.. reached
            .Where(node => GcDumpTypeName.IsObject(dump.Graph.Types[dump.Graph.TypeOf[node]].Name, dump.Graph.AddressOf[node]))
            .Where(node => !usage.Types[usage.HeapTypeOf[dump.Graph.TypeOf[node]]].IsFree)
            .Select(node => dump.Graph.AddressOf[node]).Order()];
        ObjectBits live = Reachability.FromRoots(graph, stop);
        Assert.Equal(expected, Enumerable.Range(0, graph.ObjectCount).Where(number => live[(uint)number]).Select(number => graph.Addresses.AddressOf((uint)number)));
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void The_references_of_a_published_file_are_those_of_its_published_graph()
    {
        string folder = Path.Combine(Needs.DataFolder(), "gcdump", "perfview");
        CancellationToken stop = TestContext.Current.CancellationToken;
        GcDumpFile dump = GcDumpReader.Read(Path.Combine(folder, "test1.gcdump"), stop);
        (ObjectGraph graph, _) = GcDumpObjectGraph.Build(dump, GcDumpUsage.Count(dump, stop), 1, stop);

        XElement nodes = XDocument.Load(Path.Combine(folder, "test1_baseline.gcdump.xml")).Root!.Element("MemoryGraph")!.Element("Nodes")!;
        Dictionary<string, ulong> addresses = nodes.Elements().ToDictionary(
            node => (string)node.Attribute("Index")!, node => Convert.ToUInt64((string)node.Attribute("Address")!, 16));
        int compared = 0;
        foreach (XElement node in nodes.Elements().Where(node => addresses[(string)node.Attribute("Index")!] != 0))
        {
            Assert.True(graph.Addresses.TryFind(addresses[(string)node.Attribute("Index")!], out uint number));
            ulong[] expected = [.. node.Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Select(child => addresses[child])];
            Assert.Equal(expected, graph.ReferencesOf(number).ToArray().Select(graph.Addresses.AddressOf));
            Assert.Equal((long)node.Attribute("Size")!, graph.SizeOf(number));
            compared++;
        }

        Assert.Equal(graph.ObjectCount, compared);
    }

    private static int Add(GcDumpWriter writer, string name, string? module)
    {
        writer.Types.Add((name, module, 0));
        return writer.Types.Count - 1;
    }
}
