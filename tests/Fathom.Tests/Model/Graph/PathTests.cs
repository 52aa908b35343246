using Fathom.Model.Graph;
using Xunit;

namespace Fathom.Tests.Model.Graph;

/// <summary>Shortest paths and their shapes.</summary>
public sealed class PathTests
{
    [Fact]
    public void Objects_in_the_same_place_of_equal_structures_share_a_path()
    {
        GraphOf shape = new();
        uint list = shape.Object("List"), array = shape.Object("Order[]"), lone = shape.Object("Holder");
        shape.Reference(list, array);
        for (int i = 0; i < 5; i++)
            shape.Reference(array, shape.Object("Order", 40));
        shape.Reference(lone, shape.Object("Order", 48));
        shape.Object("Order");

        ObjectGraph graph = shape.Root(list, RootKind.Static, "Shop.s_orders").Root(lone, RootKind.Stack, "thread 1").Build();
        MergedPaths merged = ToType(graph, "Order");

        Assert.Equal((7, 6, 0), (merged.ObjectCount, merged.LiveCount, merged.OverflowCount));
        Assert.Equal(["5 (200 bytes): Static Shop.s_orders > List > Order[] > Order", "1 (48 bytes): Stack thread 1 > Holder > Order"], Lines(graph, "Order"));
    }

    [Fact]
    public void A_linked_list_of_any_length_is_one_path()
    {
        GraphOf shape = new();
        uint list = shape.Object("LinkedList"), before = list;
        shape.Root(list, RootKind.Static, "s_list");
        for (int i = 0; i < 1_000; i++)
        {
            uint node = shape.Object("Node");
            shape.Reference(before, node).Reference(node, shape.Object("Order"));
            before = node;
        }

        Assert.Equal(["1000 (24000 bytes): Static s_list > LinkedList > Node* > Order"], Lines(shape.Build(), "Order"));
    }

    [Fact]
    public void Types_that_take_turns_are_named_until_they_come_round()
    {
        GraphOf shape = new();
        uint before = shape.Object("Task");
        shape.Root(before, RootKind.StrongHandle);
        for (int i = 0; i < 50; i++)
        {
            uint box = shape.Object("Box"), action = shape.Object("Action"), task = shape.Object("Task");
            shape.Reference(before, box).Reference(box, action).Reference(action, task);
            before = task;
        }

        Assert.Equal(
            [
                "50 (1200 bytes): StrongHandle > Task > Box* > Action* > Task*",
                "1 (24 bytes): StrongHandle > Task",
            ],
            Lines(shape.Build(), "Task"));
    }

    [Fact]
    public void A_finalizer_to_come_is_named_only_where_nothing_else_holds_the_object()
    {
        ObjectGraph graph = new GraphOf().Objects(4).Reference(0, 1).Reference(1, 2)
            .Root(0, RootKind.Static, "s_x").Root(2, RootKind.FinalizerRegistered).Root(3, RootKind.FinalizerReady).Build();

        ShortestPaths paths = ShortestPaths.Of(graph, TestContext.Current.CancellationToken);

        Assert.Equal([0u, 1u, 2u], paths.PathTo(2));
        Assert.Equal(RootKind.FinalizerReady, paths.RootOf(3).Kind);
    }

    [Fact]
    public void Among_equally_short_paths_the_more_telling_root_wins()
    {
        ObjectGraph graph = new GraphOf().Objects(1).Root(0, RootKind.PinnedHandle).Root(0, RootKind.Static, "s_x").Build();

        Assert.Equal("s_x", ShortestPaths.Of(graph, TestContext.Current.CancellationToken).RootOf(0).Holder);
    }

    [Fact]
    public void Random_graphs_have_paths_of_references_as_short_as_can_be()
    {
        Random random = new(815);
        for (int round = 0; round < 3_000; round++)
        {
            ObjectGraph graph = GraphOf.Random(random);
            ShortestPaths paths = ShortestPaths.Of(graph, TestContext.Current.CancellationToken);
            ObjectBits live = Reachability.FromRoots(graph, TestContext.Current.CancellationToken);
            Dictionary<uint, int> held = Distances(graph, putOff: false), all = Distances(graph, putOff: true);
            for (uint number = 0; number < graph.ObjectCount; number++)
            {
                Assert.Equal(live[number], paths.IsAlive(number));
                if (!live[number])
                    continue;
                IReadOnlyList<uint> path = paths.PathTo(number);
                for (int i = 1; i < path.Count; i++)
                    Assert.Contains(path[i], graph.ReferencesOf(path[i - 1]).ToArray());
                Assert.Contains(paths.RootOf(path[0]), graph.Roots);
                Assert.Equal(path[0], paths.RootOf(path[0]).Object);
                Assert.True(held.TryGetValue(number, out int length) ? length == path.Count : paths.RootOf(path[0]).Kind.PutsOff() && path.Count >= all[number]);
            }

            MergedPaths merged = MergedPaths.ToTypes(graph, paths, Enumerable.Repeat(true, graph.Types.Count).ToArray(), TestContext.Current.CancellationToken);
            Assert.Equal(live.Count(), merged.Paths.Sum(path => path.Count));
            Assert.Equal((graph.ObjectCount, live.Count()), (merged.ObjectCount, merged.LiveCount));
        }
    }

    [Fact]
    public void Shapes_that_do_not_fit_in_are_counted_as_such()
    {
        PathShapes shapes = new(3);
        uint root = shapes.OfRoot(RootKind.Static, "a");

        uint one = shapes.Then(root, 1), two = shapes.Then(root, 2), three = shapes.Then(root, 3);

        Assert.True(one > 0 && two > 0);
        Assert.Equal(PathShapes.Overflow, three);
        Assert.Equal(PathShapes.Overflow, shapes.Then(three, 1));
    }

    private static Dictionary<uint, int> Distances(ObjectGraph graph, bool putOff)
    {
        Dictionary<uint, int> distances = [];
        Queue<(uint, int)> queue = new(graph.Roots.Where(root => putOff || !root.Kind.PutsOff()).Select(root => (root.Object, 1)));
        while (queue.TryDequeue(out (uint Number, int Distance) next))
        {
            if (!distances.TryAdd(next.Number, next.Distance))
                continue;
            foreach (uint target in graph.ReferencesOf(next.Number))
                queue.Enqueue((target, next.Distance + 1));
        }

        return distances;
    }

    private static MergedPaths ToType(ObjectGraph graph, string type) => MergedPaths.ToTypes(
        graph,
        ShortestPaths.Of(graph, TestContext.Current.CancellationToken),
        graph.Types.Select(one => one.Name == type).ToArray(),
        TestContext.Current.CancellationToken);

    private static IEnumerable<string> Lines(ObjectGraph graph, string type)
    {
        foreach (MergedPath path in ToType(graph, type).Paths)
        {
            string root = path.Holder is null ? $"{path.Kind}" : $"{path.Kind} {path.Holder}";
            yield return $"{path.Count} ({path.SizeBytes} bytes): {root} > {string.Join(" > ", path.Steps.Select(step => graph.Types[(int)step.Type].Name + (step.Repeats ? "*" : "")))}";
        }
    }
}
