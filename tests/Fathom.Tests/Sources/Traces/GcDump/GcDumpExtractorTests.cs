using System.Xml.Linq;
using Fathom.Formats.GcDump;
using Fathom.Model.Heap;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Renaming;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Traces.GcDump;
using Fathom.TestSupport;
using Fathom.Tests.Formats.GcDump;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.GcDump;

public sealed class GcDumpExtractorTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-gcdump-");
    private readonly CollectingSink _sink = new();
    private readonly List<string> _notes = [];

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Types_of_a_PerfView_file_have_the_counts_and_sizes_of_its_published_graph()
    {
        Extract(Data("test1.gcdump"));

        // The one node without an address is the root; all others are objects.
        XElement graph = XDocument.Load(Data("test1_baseline.gcdump.xml")).Root!.Element("MemoryGraph")!;
        var expected = graph.Element("Nodes")!.Elements().Where(node => (string)node.Attribute("Address")! != "0x0")
            .GroupBy(node => (string)node.Attribute("Type")!)
            .Select(group => (group.Key, (long)group.Count(), group.Sum(node => (long)node.Attribute("Size")!)));
        Assert.Equal(expected.Order(), Usage().Select(row => (row.Type, row.Count, row.Bytes)).Order());
        HeapSnapshotRow snapshot = Assert.Single(_sink.Rows<HeapSnapshotRow>());
        Assert.Equal((1_009_270, 1_009_270, 0), (snapshot.WalkedBytes, snapshot.AllocatedBytes, snapshot.LostBytes));
        Assert.Equal(("gcdump", false, null), (_sink.Text(snapshot.Source), snapshot.GcMode.HasValue, snapshot.CommittedBytes));
        ProcessRow process = Assert.Single(_sink.Rows<ProcessRow>());
        Assert.Equal(("Idle", 8192), (_sink.Text(process.Name), process.RssBytes));
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void A_desktop_file_has_segments_generations_and_free_space_and_says_what_it_lacks()
    {
        Extract(Data("test2.gcdump"));

        Assert.Equal(["ephemeral", "large"], _sink.Rows<HeapSegmentRow>().Select(segment => _sink.Text(segment.Kind)!));
        Assert.Equal(["gen0", "gen1", "gen2", "large"], Usage().Select(row => row.Generation!).Distinct().Order());
        Assert.All(_sink.Rows<HeapSegmentRow>(), segment => Assert.InRange(segment.WalkedBytes, segment.AllocatedBytes / 2, segment.AllocatedBytes));
        Assert.Equal(13, Usage().Where(row => row.IsFree).Sum(row => row.Count));

        // Types that the writer made for array kinds and sizes are one again: all arrays of one element type are one row of a generation.
        Assert.Single(Usage(), row => row is { Type: "System.Object[]", Generation: "large", Module: "mscorlib.dll" });
        Assert.DoesNotContain(Usage(), row => row.Type.Contains("ElemSize=", StringComparison.Ordinal) || row.Type.StartsWith("[static", StringComparison.Ordinal));
        Snapshot.Match(string.Join('\n', _notes), "gcdump-notes-desktop.txt");
    }

    [Fact]
    public void A_file_of_today_gives_sizes_as_they_lie_in_memory_and_leaves_out_what_is_no_object()
    {
        using GcDumpWriter writer = new() { Root = 0 };
        int roots = Add(writer, "[.NET Roots]", null);
        int order = Add(writer, "My.Order", "/app/My.dll");
        int small = Add(writer, "System.Byte[]", "/usr/System.Private.CoreLib.dll");
        int big = Add(writer, "System.Byte[] (Bytes > 10K)", "/usr/System.Private.CoreLib.dll");
        writer.Nodes.Add((roots, 0, 0, [1, 2, 3, 4]));
        writer.Nodes.Add((order, 12, 0x1000, []));
        writer.Nodes.Add((small, 25, 0x2000, []));
        writer.Nodes.Add((big, 20_001, 0x3000, [5]));
        writer.Nodes.Add((big, int.MaxValue, 0x100000, []));
        writer.Nodes.Add((null, 0, 0x4000, []));

        Extract(Written(writer));

        Assert.Equal(
            [("My.Order", "My.dll", 1L, 24L), ("System.Byte[]", "System.Private.CoreLib.dll", 3L, 32L + 20_008L + 2_147_483_648L)],
            Usage().Select(row => (row.Type, row.Module!, row.Count, row.Bytes)).Order());
        Assert.Equal(
            [(16L, 1L, 24L), (32L, 1L, 32L), (16_384L, 1L, 20_008L), (2_147_483_648L, 1L, 2_147_483_648L)],
            _sink.Rows<HeapSizeRow>().Select(size => (size.FromBytes, size.Count, size.SizeBytes)).Order());
        Assert.All(_sink.Rows<HeapUsageRow>(), usage => Assert.Equal((0u, false), (usage.SegmentId, usage.Generation.HasValue)));
        Assert.Empty(_sink.Rows<HeapSegmentRow>());
        Assert.Empty(_sink.Losses);
        Snapshot.Match(string.Join('\n', _notes), "gcdump-notes-today.txt");
    }

    [Fact]
    public void Objects_that_dotnet_gcdump_left_out_at_its_limit_are_a_loss()
    {
        using GcDumpWriter writer = new();
        int order = Add(writer, "My.Order", "/app/My.dll");
        writer.Nodes.Add((order, 24, 0x1000, [1, 2]));
        writer.Nodes.Add((order, 24, 0x2000, []));
        writer.Nodes.Add((null, 0, 0x3000, []));

        Extract(Written(writer), mostNodes: 3);

        LossRow loss = Assert.Single(_sink.Losses);
        Assert.Equal((1, "dotnet-gcdump keeps 3 objects and leaves out the rest"), (loss.Count, _sink.Text(loss.Reason)));
    }

    [Theory]
    [InlineData("My.Order", "My.Order")]
    [InlineData("System.Byte[] (Bytes > 100M)", "System.Byte[]")]
    [InlineData("System.Object[] (Bytes > 10K,Ptrs,ElemSize=4)", "System.Object[]")]
    [InlineData("System.Int32[] (NoPtrs,ElemSize=4)", "System.Int32[]")]
    [InlineData("eval (Type  JSFunction)", "eval (Type  JSFunction)")]
    [InlineData("(", "(")]
    [InlineData(" (Bytes > 1K)", " (Bytes > 1K)")]
    public void What_a_writer_adds_to_a_name_is_taken_off(string name, string clean) => Assert.Equal(clean, GcDumpTypeName.Clean(name));

    private static int Add(GcDumpWriter writer, string name, string? module)
    {
        writer.Types.Add((name, module, 0));
        return writer.Types.Count - 1;
    }

    private static string Data(string file)
    {
        return Path.Combine(Needs.DataFolder(), "gcdump", "perfview", file);
    }

    private string Written(GcDumpWriter writer)
    {
        string path = Path.Combine(_folder.FullName, "today.gcdump");
        File.WriteAllBytes(path, writer.Write());
        return path;
    }

    private void Extract(string path, int? mostNodes = null)
    {
        HeapExtractorOptions options = new() { Noted = _notes.Add };
        GcDumpExtractor extractor = mostNodes is { } most
            ? new GcDumpExtractor(path, RenameRules.None, options) { MostNodesOfDotnetGcdump = most }
            : new GcDumpExtractor(path, RenameRules.None, options);
        extractor.Run(_sink, new SilentProgress(), TestContext.Current.CancellationToken);
    }

    private IEnumerable<(string Type, string? Module, bool IsFree, string? Generation, long Count, long Bytes)> Usage()
    {
        Dictionary<uint, HeapTypeRow> types = _sink.Rows<HeapTypeRow>().ToDictionary(type => type.TypeId);
        return _sink.Rows<HeapUsageRow>().Select(usage => (
            _sink.Text(types[usage.TypeId].Name)!,
            _sink.Text(types[usage.TypeId].Module),
            _sink.Text(types[usage.TypeId].Kind) == "free",
            _sink.Text(usage.Generation),
            usage.Count,
            usage.SizeBytes));
    }
}
