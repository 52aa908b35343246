using Fathom.Model.Graph;
using Fathom.Model.Graph.Retention;
using Xunit;

namespace Fathom.Tests.Model.Graph.Retention;

/// <summary>Suspects and the largest retainers.</summary>
public sealed class LeakSuspectTests
{
    [Fact]
    public void One_object_above_the_share_is_a_suspect_and_gathers_where_its_parts_become_small()
    {
        GraphOf shape = new();
        uint cache = shape.Object("Cache"), table = shape.Object("Dictionary", 80), entries = shape.Object("Entry[]", 2400), other = shape.Object("Other", 800);
        shape.Root(cache).Root(other).Reference(cache, table, shape.Object("string", 48)).Reference(table, entries);
        for (int i = 0; i < 100; i++)
        {
            uint order = shape.Object("Order", 40);
            shape.Reference(entries, order, shape.Object("Key")).Reference(order, shape.Object("Line", 64));
        }

        LeakSuspect suspect = Assert.Single(Suspects(shape, 0.1, out ObjectGraph graph));

        Assert.Equal((SuspectKind.Object, cache, 1L, 15_352L), (suspect.Kind, suspect.Object, suspect.Count, suspect.RetainedBytes));
        Assert.Equal((entries, 2400 + 12_800L), (suspect.AccumulationPoint, suspect.AccumulationBytes));
        Assert.Equal(("Order", 100L, 10_400L), (graph.Types[(int)suspect.HeldType!.Value].Name, suspect.HeldCount, suspect.HeldBytes));
    }

    [Fact]
    public void Many_small_holders_of_one_type_are_a_suspect_together()
    {
        GraphOf shape = new();
        uint largest = 0;
        for (int i = 0; i < 50; i++)
        {
            uint session = shape.Object("Session");
            shape.Root(session, RootKind.Stack, $"thread {i}").Reference(session, shape.Object("byte[]", i == 30 ? 1600 : 1000));
            largest = i == 30 ? session : largest;
        }

        shape.Root(shape.Object("Config", 3000));

        LeakSuspect suspect = Assert.Single(Suspects(shape, 0.1, out _));

        Assert.Equal((SuspectKind.Group, largest, 50L, 51_800L), (suspect.Kind, suspect.Object, suspect.Count, suspect.RetainedBytes));
        Assert.Equal(1600, suspect.AccumulationBytes);
        Assert.Null(suspect.HeldType);
    }

    [Fact]
    public void A_linked_list_gathers_at_its_first_node()
    {
        GraphOf shape = new();
        uint list = shape.Object("LinkedList"), before = list;
        shape.Root(list);
        for (int i = 0; i < 1_000; i++)
        {
            uint node = shape.Object("Node"), value = shape.Object("Order", 80);
            shape.Reference(before, node).Reference(node, value);
            before = node;
        }

        Assert.Equal(1u, Assert.Single(Suspects(shape, 0.1, out _)).AccumulationPoint);
    }

    [Fact]
    public void An_object_that_several_hold_is_suspect_itself_and_not_its_holders()
    {
        GraphOf shape = new();
        uint shared = shape.Object("Shared", 10_000), a = shape.Object("A"), b = shape.Object("B");
        shape.Root(a).Root(b).Reference(a, shared).Reference(b, shared);

        Assert.Equal(shared, Assert.Single(Suspects(shape, 0.1, out _)).Object);
    }

    [Fact]
    public void A_heap_of_equal_small_parts_has_none()
    {
        GraphOf shape = new();
        for (int i = 0; i < 20; i++)
            shape.Root(shape.Object($"Type{i}", 80));

        Assert.Empty(Suspects(shape, 0.1, out _));
        Assert.Equal(20, Suspects(shape, 0.04, out _).Count);
        Assert.Empty(Suspects(new GraphOf().Objects(3), 0.1, out _));
    }

    [Fact]
    public void The_largest_retainers_are_those_of_all_objects()
    {
        Random random = new(99);
        for (int round = 0; round < 500; round++)
        {
            DominatorTree tree = DominatorTree.Of(GraphOf.Random(random), TestContext.Current.CancellationToken);

            IReadOnlyList<uint> largest = LargestRetainers.Of(tree, 4, TestContext.Current.CancellationToken);

            Assert.Equal(
                Enumerable.Range(1, (int)tree.Count).Select(place => tree.RetainedBytes((uint)place)).OrderDescending().Take(4),
                largest.Select(tree.RetainedBytes));
            Assert.Equal(largest.Count, largest.Distinct().Count());
        }
    }

    private static IReadOnlyList<LeakSuspect> Suspects(GraphOf shape, double share, out ObjectGraph graph)
    {
        graph = shape.Build();
        DominatorTree tree = DominatorTree.Of(graph, TestContext.Current.CancellationToken);
        return LeakSuspects.Of(tree, tree.Children(), share, TestContext.Current.CancellationToken);
    }
}
