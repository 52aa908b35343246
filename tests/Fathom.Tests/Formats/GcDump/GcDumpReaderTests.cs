using System.Globalization;
using System.Xml.Linq;
using Fathom.Model;
using Fathom.Formats.GcDump;
using Fathom.TestSupport;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Formats.GcDump;

public sealed class GcDumpReaderTests
{
    private static string Data(string file)
    {
        return Path.Combine(Needs.DataFolder(), "gcdump", "perfview", file);
    }

    private static GcDumpFile Read(byte[] file) => GcDumpReader.Read(new MemoryStream(file), "test.gcdump", TestContext.Current.CancellationToken);

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void A_gcdump_of_PerfView_equals_its_published_graph()
    {
        GcDumpFile dump = GcDumpReader.Read(Data("test1.gcdump"), TestContext.Current.CancellationToken);
        XElement expected = XDocument.Load(Data("test1_baseline.gcdump.xml")).Root!;
        XElement graph = expected.Element("MemoryGraph")!;

        Assert.Equal((int)graph.Attribute("NumNodes")!, dump.Graph.NodeCount);
        Assert.Equal((int)graph.Attribute("NumTypes")!, dump.Graph.Types.Length);
        Assert.Equal((long)graph.Attribute("TotalSize")!, dump.TotalSizeBytes);
        Assert.Equal((int)graph.Element("RootIndex")!, dump.Graph.Root);
        Assert.Equal(graph.Element("NodeTypes")!.Elements().Select(type => (string)type.Attribute("Name")!), dump.Graph.Types.Select(type => type.Name));
        Assert.Equal(graph.Element("Nodes")!.Elements().Select(NodeText), Enumerable.Range(0, dump.Graph.NodeCount).Select(node => NodeText(dump.Graph, node)));
        Assert.Equal((string)expected.Element("MachineName")!, dump.MachineName);
        Assert.Equal((string)expected.Element("ProcessName")!, dump.ProcessName);
        Assert.Equal((long)expected.Element("TotalProcessWorkingSet")!, dump.WorkingSetBytes);
        Assert.False(dump.Is64Bit);
        Assert.Null(dump.CreationTool);
        Assert.Equal(new DateTime(2015, 1, 5, 10, 48, 40), new DateTime(dump.Collected!.Value.Ticks / TimeSpan.TicksPerSecond * TimeSpan.TicksPerSecond));
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void A_gcdump_of_a_desktop_program_is_consistent_in_itself()
    {
        GcDumpFile dump = GcDumpReader.Read(Data("test2.gcdump"), TestContext.Current.CancellationToken);
        GcDumpGraph graph = dump.Graph;

        Assert.Equal(dump.TotalSizeBytes, graph.SizeOf.Sum(size => (long)size));
        Assert.Equal("UNDEFINED", graph.Types[0].Name);
        Assert.Equal("[.NET Roots]", graph.Types[graph.TypeOf[graph.Root]].Name);
        Assert.Equal(2, dump.Segments.Count);

        // Objects lie in the segments of the same file, and no two of them overlap; the writer added 1,000 bytes to each RCW for its native part.
        int[] objects = [.. Enumerable.Range(0, graph.NodeCount).Where(node => IsObject(graph, node)).OrderBy(node => graph.AddressOf[node])];
        Assert.True(objects.Length > 138_000);
        Assert.All(objects, node => Assert.Single(dump.Segments, segment => graph.AddressOf[node] >= segment.Start && segment.GenerationOf(graph.AddressOf[node]) is not null));
        Assert.All(objects.Zip(objects.Skip(1)), pair => Assert.True(graph.AddressOf[pair.First] + HeapBytes(graph, pair.First) <= graph.AddressOf[pair.Second]));
        int strings = Array.FindIndex(graph.Types, type => type.Name == "System.String");
        Assert.True(graph.TypeOf.Count(type => type == strings) > 1000);
        Assert.All(graph.TypeOf.Index().Where(node => node.Item == strings), node => Assert.True(graph.ChildrenOf(node.Index).IsEmpty, "a string refers to nothing"));
    }

    [Fact]
    public void Any_graph_is_read_back_as_it_was_written()
    {
        Prop.ForAll(Graphs().ToArbitrary(), writer =>
        {
            GcDumpGraph graph = Read(writer.Write()).Graph;
            for (int node = 0; node < graph.NodeCount; node++)
            {
                (int? type, int size, ulong address, int[] children) = writer.Nodes[node];
                Assert.Equal(
                    (type ?? 0, type is null ? 0 : size, address),
                    (graph.TypeOf[node], graph.SizeOf[node], graph.AddressOf[node]));
                Assert.Equal(type is null ? [] : children, graph.ChildrenOf(node).ToArray());
            }
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void A_gcdump_of_today_says_that_it_is_64_bit_and_who_wrote_it()
    {
        using GcDumpWriter writer = new();
        writer.Types.Add(("Größe😀", "/app/My.dll", 24));
        writer.Nodes.Add((1, 24, 0x7f0000001000, []));

        GcDumpFile dump = Read(writer.Write());

        Assert.Equal((true, "dotnet-gcdump", null, null), (dump.Is64Bit, dump.CreationTool, dump.ProcessName, dump.Collected));
        Assert.Equal(new GcDumpType("Größe😀", "/app/My.dll", 24), dump.Graph.Types[1]);
    }

    [Fact]
    public void A_cut_off_gcdump_is_refused_at_every_length()
    {
        byte[] whole = SmallFile();

        // The forward table and the trailer at the end are only read when something unknown must be passed over.
        for (int length = 0; length < whole.Length - 17; length++)
            Assert.Equal(ExitCode.Target, Assert.Throws<FathomException>(() => Read(whole[..length])).ExitCode);
    }

    [Fact]
    public void A_damaged_gcdump_gives_one_clean_error_or_a_graph_that_holds_together()
    {
        byte[] whole = SmallFile();
        Prop.ForAll(Gen.Choose(0, (whole.Length * 8) - 1).Three().ToArbitrary(), bits =>
        {
            byte[] damaged = [.. whole];
            foreach (int bit in (int[])[bits.Item1, bits.Item2, bits.Item3])
                damaged[bit / 8] ^= (byte)(1 << (bit % 8));
            try
            {
                AssertHoldsTogether(Read(damaged).Graph);
            }
            catch (FathomException refused)
            {
                Assert.Equal(ExitCode.Target, refused.ExitCode);
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(20_000));
    }

    [Fact]
    public void Nearly_all_flipped_bits_that_would_change_the_sums_by_type_are_refused()
    {
        byte[] whole = SmallFile();
        int first = whole.AsSpan().IndexOf("My.Order[]"u8) + 10, last = whole.Length - 120;
        string expected = Sums(Read(whole).Graph);
        int refused = 0, same = 0;
        List<string> unsaid = [];
        for (int bit = first * 8; bit < last * 8; bit++)
        {
            byte[] damaged = [.. whole];
            damaged[bit / 8] ^= (byte)(1 << (bit % 8));
            try
            {
                if (Sums(Read(damaged).Graph) == expected)
                    same++;
                else
                    unsaid.Add($"bit {bit % 8} of byte {bit / 8}");
            }
            catch (FathomException)
            {
                refused++;
            }
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{refused} refused, {same} the same sums, {unsaid.Count} other sums");
        Assert.True(refused > unsaid.Count * 10, $"{refused} refused, {same} the same, other: {string.Join(", ", unsaid)}");
    }

    private static string Sums(GcDumpGraph graph) => string.Join(
        '|',
        Enumerable.Range(0, graph.NodeCount).GroupBy(node => graph.TypeOf[node])
            .Select(type => $"{type.Key} {type.Count()} {type.Sum(node => (long)graph.SizeOf[node])}").Order(StringComparer.Ordinal));

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void An_impossible_number_anywhere_takes_no_memory_for_it(int number)
    {
        byte[] whole = SmallFile();
        for (int at = 24; at < whole.Length - 4; at++)
        {
            byte[] hostile = [.. whole];
            BitConverter.GetBytes(number).CopyTo(hostile, at);
            long before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                AssertHoldsTogether(Read(hostile).Graph);
            }
            catch (FathomException refused)
            {
                Assert.Equal(ExitCode.Target, refused.ExitCode);
            }

            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000);
        }
    }

    [Fact]
    public void Nodes_that_share_their_bytes_to_multiply_references_are_refused()
    {
        using GcDumpWriter writer = new();
        writer.Types.Add(("A", null, 24));
        for (int i = 0; i < 100; i++)
            writer.Nodes.Add((1, 24, (ulong)i, i == 0 ? new int[100] : []));
        byte[] file = writer.Write();

        // All nodes get the position of node 0.
        int table = file.AsSpan().IndexOf("A"u8) + 1 + 4 + 4 + 4;
        Assert.Equal(100, BitConverter.ToInt32(file, table - 4));
        for (int node = 1; node < 100; node++)
            file.AsSpan(table, 4).CopyTo(file.AsSpan(table + (4 * node)));

        Assert.Contains("is invalid", Assert.Throws<FathomException>(() => Read(file)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(-1)]
    [InlineData(1_000_000)]
    [InlineData(-1_000_000)]
    public void A_reference_to_a_node_that_does_not_exist_is_refused_with_both_nodes_and_the_place(int child)
    {
        using GcDumpWriter writer = new();
        writer.Types.Add(("A", null, 24));
        writer.Nodes.Add((1, 24, 8, [1, 2]));
        writer.Nodes.Add((1, 24, 16, [2, child]));
        writer.Nodes.Add((1, 24, 24, []));

        FathomException error = Assert.Throws<FathomException>(() => Read(writer.Write()));

        Assert.Equal(ExitCode.Target, error.ExitCode);
        Assert.Matches($@"^'[^']+' is damaged: node 1 refers to node {child} of 3 \(near byte \d+ of \d+\)\.$", error.Message);
    }

    [Fact]
    public void Errors_name_the_file_the_place_and_the_next_step()
    {
        byte[] whole = SmallFile();
        byte[] other = [.. whole];
        other[5] = (byte)'?';
        byte[] old = [.. whole];
        old[27] = 7;
        string text = string.Join("\n", new[] { [], other, old, whole[..100], whole[..^40] }.Select(file =>
        {
            FathomException refused = Assert.Throws<FathomException>(() => Read(file));
            return $"{refused.Message}\n{refused.NextStep}";
        }));

        Snapshot.Match(text, "gcdump-errors.txt");
    }

    private static void AssertHoldsTogether(GcDumpGraph graph)
    {
        Assert.All(graph.Children, child => Assert.InRange(child, 0, graph.NodeCount - 1));
        Assert.All(graph.TypeOf, type => Assert.InRange(type, 0, graph.Types.Length - 1));
        Assert.InRange(graph.Root, 0, graph.NodeCount - 1);
    }

    private static byte[] SmallFile()
    {
        using GcDumpWriter writer = new();
        writer.Types.Add(("[.NET Roots]", null, 0));
        writer.Types.Add(("My.Order", "/app/My.dll", 40));
        writer.Types.Add(("My.Order[]", "/app/My.dll", 64));
        writer.Nodes.Add((1, 0, 0, [1]));
        writer.Nodes.Add((3, 1064, 0x7f0000001000, [2, 3, 4, 2]));
        writer.Nodes.Add((2, 40, 0x7f0000002000, [1]));
        writer.Nodes.Add((2, 40, 0x7f0000003000, []));
        writer.Nodes.Add((null, 0, 0x7f0000004000, []));
        return writer.Write();
    }

    private static Gen<GcDumpWriter> Graphs() =>
        from types in Gen.Choose(1, 100)
        from nodes in Gen.Choose(1, 300)
        from seed in Gen.Choose(0, int.MaxValue)
        select RandomGraph(types, nodes, new Random(seed));

    private static GcDumpWriter RandomGraph(int types, int nodes, Random random)
    {
        GcDumpWriter writer = new() { Root = random.Next(nodes) };
        for (int type = 1; type <= types; type++)
            writer.Types.Add(($"Type{type}", type % 2 == 0 ? null : $"/m{type}.dll", random.Next(100)));
        for (int node = 0; node < nodes; node++)
        {
            int[] children = [.. Enumerable.Range(0, random.Next(6)).Select(_ => random.Next(nodes))];
            int? type = random.Next(10) == 0 ? null : random.Next(types) + 1;
            writer.Nodes.Add((type, random.Next(3) == 0 ? random.Next() : random.Next(100), (ulong)random.NextInt64(), children));
        }

        return writer;
    }

    private static bool IsObject(GcDumpGraph graph, int node) =>
        graph.TypeOf[node] != 0 && graph.AddressOf[node] != 0 && !graph.Types[graph.TypeOf[node]].Name.StartsWith("[CCW ", StringComparison.Ordinal);

    private static ulong HeapBytes(GcDumpGraph graph, int node) =>
        (ulong)graph.SizeOf[node] - (graph.Types[graph.TypeOf[node]].Name.StartsWith("[RCW ", StringComparison.Ordinal) ? 1000u : 0u);

    private static string NodeText(XElement node)
    {
        string children = string.Join(' ', node.Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        return $"{node.Attribute("Index")!.Value} {node.Attribute("TypeIndex")!.Value} {node.Attribute("Size")!.Value} {node.Attribute("Address")!.Value[2..]}: {children}";
    }

    private static string NodeText(GcDumpGraph graph, int node) => string.Create(
        CultureInfo.InvariantCulture,
        $"{node} {graph.TypeOf[node]} {graph.SizeOf[node]} {graph.AddressOf[node]:x}: {string.Join(' ', graph.ChildrenOf(node).ToArray())}");
}
