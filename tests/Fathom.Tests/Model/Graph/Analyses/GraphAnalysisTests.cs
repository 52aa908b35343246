using Fathom.Model;
using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Graph.Rows;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Model.Graph.Analyses;

/// <summary>The rows that answer questions about a graph.</summary>
public sealed class GraphAnalysisTests
{
    private readonly CollectingSink _sink = new();

    [Fact]
    public void Retained_bytes_are_written_per_type_and_for_the_largest_objects()
    {
        (GraphOf shape, uint list) = Shop();

        Run(shape, new RetainedAnalysis());

        Assert.Equal(
            [("List", 1L, 32L, 32L + 80 + 240), ("Order[]", 1L, 80L, 80L + 240), ("Order", 3L, 120L, 240L), ("string", 3L, 120L, 120L)],
            _sink.Rows<HeapRetainedRow>().Select(row => (_sink.Text(row.Type)!, row.Count, row.SizeBytes, row.RetainedBytes)));
        HeapRetainerRow first = _sink.Rows<HeapRetainerRow>()[0], second = _sink.Rows<HeapRetainerRow>()[1];
        Assert.Equal((GraphOf.FirstAddress + (list * 256), 352L, null), (first.Address, first.RetainedBytes, first.DominatorAddress));
        Assert.Equal((first.Address, "List"), (second.DominatorAddress, _sink.Text(second.DominatorType)));
        Assert.Equal(8, _sink.Rows<HeapRetainerRow>().Count);
    }

    [Fact]
    public void Holders_have_what_they_keep()
    {
        Run(Shop().Shape, new HolderAnalysis());

        HeapHolderRow first = _sink.Rows<HeapHolderRow>()[0];
        Assert.Equal(
            ("static", "Shop.s_orders", "List", 1L, 0L, 8L, 32L + 80 + 240),
            (_sink.Text(first.Kind), _sink.Text(first.Holder), _sink.Text(first.Type), first.Count, first.SharedCount, first.RetainedCount, first.RetainedBytes));
        Assert.Equal(_sink.Rows<HeapRetainedRow>().Sum(static row => row.SizeBytes), _sink.Rows<HeapHolderRow>().Sum(static row => row.RetainedBytes));
    }

    [Fact]
    public void Suspects_have_a_path_to_where_they_gather()
    {
        Run(Shop().Shape, new SuspectAnalysis(0.5));

        HeapSuspectRow suspect = Assert.Single(_sink.Rows<HeapSuspectRow>());
        Assert.Equal(("object", "List", "Order[]", "Order", 3L), (_sink.Text(suspect.Kind), _sink.Text(suspect.Type), _sink.Text(suspect.PointType), _sink.Text(suspect.HeldType), suspect.HeldCount));
        HeapPathRow path = Assert.Single(_sink.Rows<HeapPathRow>());
        Assert.Equal((suspect.PathId, "suspect", "static", "Shop.s_orders"), (path.PathId, _sink.Text(path.Question), _sink.Text(path.RootKind), _sink.Text(path.Holder)));
        Assert.Equal(["List", "Order[]"], _sink.Rows<HeapPathStepRow>().Select(step => _sink.Text(step.Type)));
    }

    [Fact]
    public void Paths_to_a_type_are_merged_and_dead_objects_counted()
    {
        Run(Shop().Shape, PathAnalysis.ToTypes(["str*"]));

        HeapPathRow path = Assert.Single(_sink.Rows<HeapPathRow>());
        Assert.Equal((3L, 120L, "string"), (path.Count, path.SizeBytes, _sink.Text(path.Type)));
        Assert.Equal(["List", "Order[]", "Order", "string"], _sink.Rows<HeapPathStepRow>().Select(step => _sink.Text(step.Type)));
        Assert.Equal(
            ("paths", "--type str*", 4L, 3L, 0L),
            _sink.Rows<HeapQuestionRow>().Select(row => (_sink.Text(row.View), _sink.Text(row.Question), row.Count, row.LiveCount, row.LeftOutCount)).Single());
    }

    [Fact]
    public void The_path_to_an_address_is_that_of_its_object()
    {
        Run(Shop().Shape, PathAnalysis.ToObject(GraphOf.FirstAddress + 256));

        Assert.Equal(["List", "Order[]"], _sink.Rows<HeapPathStepRow>().Select(step => _sink.Text(step.Type)));
    }

    [Fact]
    public void Every_table_that_is_written_is_announced()
    {
        foreach (IGraphAnalysis analysis in new IGraphAnalysis[] { new RetainedAnalysis(), new HolderAnalysis(), new SuspectAnalysis(0.1), PathAnalysis.ToTypes(["*"]) })
        {
            CollectingSink sink = new();
            ObjectGraph graph = Shop().Shape.Build();

            analysis.Run(graph, new GraphSnapshot(7, []), sink, new SilentProgress(), TestContext.Current.CancellationToken);

            string[] written = [
                .. sink.Rows<HeapRetainedRow>().Count > 0 ? ["heap_retained"] : Array.Empty<string>(),
                .. sink.Rows<HeapRetainerRow>().Count > 0 ? ["heap_retainer"] : Array.Empty<string>(),
                .. sink.Rows<HeapHolderRow>().Count > 0 ? ["heap_holder"] : Array.Empty<string>(),
                .. sink.Rows<HeapSuspectRow>().Count > 0 ? ["heap_suspect"] : Array.Empty<string>(),
                .. sink.Rows<HeapPathRow>().Count > 0 ? ["heap_path"] : Array.Empty<string>(),
                .. sink.Rows<HeapPathStepRow>().Count > 0 ? ["heap_path_step"] : Array.Empty<string>(),
                .. sink.Rows<HeapQuestionRow>().Count > 0 ? ["heap_question"] : Array.Empty<string>()];
            Assert.NotEmpty(written);
            Assert.Empty(written.Except(analysis.Tables));
            Assert.All(sink.Rows<HeapPathRow>(), row => Assert.Equal(7u, row.SnapshotId));
        }
    }

    [Fact]
    public void Words_that_mean_no_object_are_answered_with_what_is_near()
    {
        List<string> errors = [];
        foreach (string word in new[] { "Ordr", "Shop.Ordr", "Nothing.Like.This", "LIST", "Order*x" })
            errors.Add(Error(PathAnalysis.ToTypes([word])));
        foreach (ulong address in new[] { GraphOf.FirstAddress + 8, GraphOf.FirstAddress + 200, GraphOf.FirstAddress - 8, 0UL, ulong.MaxValue })
            errors.Add(Error(PathAnalysis.ToObject(address)));

        Snapshot.Match(string.Join('\n', errors), "graph-path-errors.txt");

        string Error(PathAnalysis analysis)
        {
            try
            {
                Run(Shop().Shape, analysis);
                return "no error";
            }
            catch (FathomException failure)
            {
                return $"{failure.Message} | next: {failure.NextStep}";
            }
        }
    }

    private void Run(GraphOf shape, IGraphAnalysis analysis) =>
        analysis.Run(shape.Build(), new GraphSnapshot(1, []), _sink, new SilentProgress(), TestContext.Current.CancellationToken);

    // A static list with three orders that have names, and a name that nobody holds.
    private static (GraphOf Shape, uint List) Shop()
    {
        GraphOf shape = new();
        uint list = shape.Object("List", 32), array = shape.Object("Order[]", 80);
        shape.Root(list, RootKind.Static, "Shop.s_orders").Reference(list, array);
        for (int i = 0; i < 3; i++)
        {
            uint order = shape.Object("Order", 40), name = shape.Object("string", 40);
            shape.Reference(array, order).Reference(order, name);
        }

        shape.Object("string", 40);
        return (shape, list);
    }
}
