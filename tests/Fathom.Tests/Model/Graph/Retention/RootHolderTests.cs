using Fathom.Model.Graph;
using Fathom.Model.Graph.Retention;
using Xunit;

namespace Fathom.Tests.Model.Graph.Retention;

public sealed class RootHolderTests
{
    [Fact]
    public void An_object_with_several_holders_counts_for_the_most_telling_and_what_they_share_for_several()
    {
        GraphOf shape = new();
        uint cache = shape.Object("Cache", 104), own = shape.Object("Own", 16), local = shape.Object("Local", 40), both = shape.Object("Both", 8);
        ObjectGraph graph = shape.Reference(cache, own, both).Reference(local, both)
            .Root(cache, RootKind.Stack).Root(cache).Root(local, RootKind.Stack).Build();

        IReadOnlyList<RootHolder> holders = Of(graph);

        Assert.Equal(
            [(RootKind.Static, 1L, 1L, 2L, 120L), (RootKind.Stack, 1L, 0L, 1L, 40L), (null, 1L, 0L, 1L, 8L)],
            holders.Select(static one => (one.Kind, one.Count, one.SharedCount, one.RetainedCount, one.RetainedBytes)));
        Assert.Equal(cache, holders[0].Object);
    }

    // Truth: each object is taken away, and what cannot be reached any more is counted.
    [Fact]
    public void In_random_graphs_the_rows_are_all_that_lives_and_each_what_its_objects_retain()
    {
        Random random = new(20261129);
        for (int round = 0; round < 2_000; round++)
        {
            ObjectGraph graph = GraphOf.Random(random);
            Dictionary<uint, long> retained = new BruteForce(graph).RetainedBytes().ToDictionary();
            HashSet<uint> rooted = [.. graph.Roots.Select(static root => root.Object)];

            IReadOnlyList<RootHolder> holders = Of(graph);

            DominatorTree tree = DominatorTree.Of(graph, TestContext.Current.CancellationToken);
            Assert.Equal((tree.LiveBytes, (long)tree.Count), (holders.Sum(static one => one.RetainedBytes), holders.Sum(static one => one.RetainedCount)));
            long held = holders.Where(static one => one.Kind is { } kind && !kind.PutsOff()).Sum(static one => one.RetainedBytes);
            HashSet<uint> lasting = [.. graph.Roots.Where(static root => !root.Kind.PutsOff()).Select(static root => root.Object)];
            Assert.Equal(lasting.Sum(one => retained[one]), held);
            Assert.All(holders.Where(static one => one.Kind is not null), one => Assert.Contains(one.Object, rooted));
            Assert.All(holders.Where(static one => one.Kind is null), one => Assert.DoesNotContain(one.Object, lasting));
        }
    }

    private static IReadOnlyList<RootHolder> Of(ObjectGraph graph) =>
        RootHolders.Of(DominatorTree.Of(graph, TestContext.Current.CancellationToken), TestContext.Current.CancellationToken);
}
