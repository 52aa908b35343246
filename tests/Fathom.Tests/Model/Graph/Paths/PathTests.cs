using Fathom.Model.Graph;
using Fathom.Model.Graph.Paths;
using Xunit;

namespace Fathom.Tests.Model.Graph.Paths;

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
    public void A_reference_of_a_dependent_handle_is_marked_among_shortest_and_among_all_paths_and_is_a_path_of_its_own()
    {
        GraphOf shape = new();
        uint key = shape.Object("Key"), field = shape.Object("Payload", 32), handle = shape.Object("Payload", 40), both = shape.Object("Payload", 48);
        shape.Root(key, RootKind.Static, "s_key").Reference(key, field).Dependent(key, handle).Reference(key, both).Dependent(key, both);
        shape.Dependent(handle, shape.Object("Leaf")).Reference(field, shape.Object("Leaf"));
        ObjectGraph graph = shape.Build();

        string[] payloads = ["2 (80 bytes): Static s_key > Key > Payload", "1 (40 bytes): Static s_key > Key > Payload (dependent)"];
        string[] leaves = ["1 (24 bytes): Static s_key > Key > Payload (dependent) > Leaf (dependent)", "1 (24 bytes): Static s_key > Key > Payload > Leaf"];
        Assert.Equal(payloads, Lines(graph, "Payload"));
        Assert.Equal(payloads, Lines(graph, AllToType(graph, "Payload", 10_000)));
        Assert.Equal(leaves, Lines(graph, "Leaf"));
        Assert.Equal(leaves, Lines(graph, AllToType(graph, "Leaf", 10_000)));
    }

    [Fact]
    public void A_chain_of_dependent_handles_of_any_length_is_one_path()
    {
        GraphOf shape = new();
        uint before = shape.Object("Key");
        shape.Root(before, RootKind.Static, "s_key");
        for (int i = 0; i < 100; i++)
        {
            uint node = shape.Object("Node");
            shape.Dependent(before, node);
            before = node;
        }

        Assert.Equal(["100 (2400 bytes): Static s_key > Key > Node (dependent)*"], Lines(shape.Build(), "Node"));
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

            MergedPaths merged = MergedPaths.To(graph, paths, Objects(graph, _ => true), TestContext.Current.CancellationToken);
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

    [Fact]
    public void All_paths_have_those_that_are_not_the_shortest_too()
    {
        GraphOf shape = new();
        uint list = shape.Object("List"), array = shape.Object("Order[]"), cache = shape.Object("Cache"), table = shape.Object("Dictionary"), entries = shape.Object("Entry[]");
        shape.Root(list, RootKind.Static, "s_list").Root(cache, RootKind.Static, "s_cache").Root(table, RootKind.Stack, "Main")
            .Reference(list, array).Reference(cache, table).Reference(table, entries);
        for (int i = 0; i < 4; i++)
        {
            uint order = shape.Object("Order"), line = shape.Object("Line");
            shape.Reference(order, line).Reference(line, order).Reference(array, order);
            if (i < 2)
                shape.Reference(entries, order, order);
        }

        ObjectGraph graph = shape.Build();

        MergedPaths merged = AllToType(graph, "Order");
        Assert.False(merged.IsCutOff);
        Assert.Equal(
            [
                "4 (96 bytes): Static s_list > List > Order[] > Order",
                "2 (48 bytes): Stack Main > Dictionary > Entry[] > Order",
                "2 (48 bytes): Static s_cache > Cache > Dictionary > Entry[] > Order",
            ],
            Lines(graph, merged));
    }

    [Fact]
    public void Objects_that_others_of_their_kind_hold_have_a_path_among_all_paths_too()
    {
        GraphOf shape = new();
        uint before = shape.Object("LinkedList");
        shape.Root(before, RootKind.Static, "s_list");
        for (int i = 0; i < 10; i++)
        {
            uint node = shape.Object("Node");
            shape.Reference(before, node).Reference(node, before);
            before = node;
        }

        ObjectGraph graph = shape.Build();

        MergedPaths merged = AllToType(graph, "Node");
        Assert.Equal((10, 10), (merged.ObjectCount, merged.LiveCount));
        Assert.Equal(["9 (216 bytes): Static s_list > LinkedList > Node*", "1 (24 bytes): Static s_list > LinkedList > Node"], Lines(graph, merged));
    }

    [Fact]
    public void All_paths_end_where_they_are_too_many_and_every_object_still_has_one()
    {
        GraphOf shape = new();
        Random random = new(5);
        for (int i = 0; i < 60; i++)
            shape.Object(i < 10 ? "Order" : $"T{i}");
        for (uint i = 10; i < 60; i++)
        {
            for (int reference = 0; reference < 12; reference++)
                shape.Reference(i, (uint)random.Next(60));
        }

        shape.Root(59);

        MergedPaths merged = AllToType(shape.Build(), "Order", work: 10_000);

        Assert.True(merged.IsCutOff);
        Assert.True(merged.Paths.Sum(path => path.Count) >= merged.LiveCount);
        Assert.Equal(10, merged.LiveCount);
    }

    [Fact]
    public void Every_path_that_does_not_go_round_is_among_all_paths()
    {
        Random random = new(4444);
        int whole = 0;
        for (int round = 0; round < 2_000; round++)
        {
            ObjectGraph graph = GraphOf.Random(random);
            ObjectBits targets = Objects(graph, name => name == "T1");
            MergedPaths merged = AllToType(graph, "T1", 100_000);
            ObjectBits live = Reachability.FromRoots(graph, TestContext.Current.CancellationToken);
            Assert.Equal(targets.Members().Count(number => live[number]), (int)merged.LiveCount);
            Assert.True(merged.Paths.Sum(path => path.Count) >= merged.LiveCount);

            // Cycles through several types have shapes without end.
            if (merged.IsCutOff)
                continue;
            whole++;
            HashSet<string> found = [.. merged.Paths.Select(path => $"{path.Kind} {path.Holder} {string.Join(" > ", path.Steps.Select(step => step.Type))}")];
            foreach ((GraphRoot root, uint[] path) in SimplePaths(graph, targets))
            {
                PathShapes shapes = new(1_000);
                uint shape = shapes.OfRoot(RootKind.Other, null);
                foreach (uint number in path.Reverse())
                    shape = shapes.Then(shape, graph.TypeOf(number));
                Assert.Contains($"{root.Kind} {root.Holder} {string.Join(" > ", shapes.StepsOf(shape).Reverse().Select(step => step.Type))}", found);
            }

        }

        Assert.True(whole > 1_000);
    }

    // From roots that do not only wait for a finalizer, over no object twice and over no other target.
    private static List<(GraphRoot Root, uint[] Path)> SimplePaths(ObjectGraph graph, ObjectBits targets)
    {
        List<(GraphRoot, uint[])> paths = [];
        foreach (GraphRoot root in graph.Roots.Where(root => !root.Kind.PutsOff()))
            Go(root, [root.Object]);
        return paths;

        void Go(GraphRoot root, List<uint> path)
        {
            if (paths.Count > 300 || path.Count > 7)
                return;
            if (targets[path[^1]])
            {
                paths.Add((root, [.. path]));
                return;
            }

            foreach (uint next in graph.ReferencesOf(path[^1]).ToArray().Distinct())
            {
                if (path.Contains(next))
                    continue;
                path.Add(next);
                Go(root, path);
                path.RemoveAt(path.Count - 1);
            }
        }
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

    private static ObjectBits Objects(ObjectGraph graph, Func<string, bool> isAsked)
    {
        ObjectBits objects = new(graph.ObjectCount);
        for (uint number = 0; number < graph.ObjectCount; number++)
        {
            if (isAsked(graph.Types[(int)graph.TypeOf(number)].Name))
                objects.Add(number);
        }

        return objects;
    }

    private static MergedPaths ToType(ObjectGraph graph, string type) => MergedPaths.To(
        graph, ShortestPaths.Of(graph, TestContext.Current.CancellationToken), Objects(graph, name => name == type), TestContext.Current.CancellationToken);

    private static MergedPaths AllToType(ObjectGraph graph, string type, long work = 1_000_000) => MergedPaths.AllTo(
        graph, ShortestPaths.Of(graph, TestContext.Current.CancellationToken), Objects(graph, name => name == type), work, TestContext.Current.CancellationToken);

    private static IEnumerable<string> Lines(ObjectGraph graph, string type) => Lines(graph, ToType(graph, type));

    private static IEnumerable<string> Lines(ObjectGraph graph, MergedPaths merged)
    {
        foreach (MergedPath path in merged.Paths)
        {
            string root = path.Holder is null ? $"{path.Kind}" : $"{path.Kind} {path.Holder}";
            IEnumerable<string> steps = path.Steps.Select(step =>
                graph.Types[(int)step.Type].Name + (step.IsDependent ? " (dependent)" : "") + (step.Repeats ? "*" : ""));
            yield return $"{path.Count} ({path.SizeBytes} bytes): {root} > {string.Join(" > ", steps)}";
        }
    }
}
