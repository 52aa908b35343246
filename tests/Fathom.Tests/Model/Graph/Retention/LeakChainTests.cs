using Fathom.Model.Graph;
using Fathom.Model.Graph.Retention;
using Xunit;

namespace Fathom.Tests.Model.Graph.Retention;

/// <summary>Suspects that consist of a chain: how long it is, and what of the program lies behind it.</summary>
public sealed class LeakChainTests
{
    private const int Length = 400;
    private const int PayloadBytes = 80;

    [Fact]
    public void A_singly_linked_list_is_a_chain_whose_first_node_is_where_it_gathers()
    {
        GraphOf shape = new();
        uint holder = shape.Object("Holder"), before = holder;
        shape.Root(holder);
        for (int i = 0; i < Length; i++)
            before = Link(shape, before, "Node", "Payload");

        LeakSuspect suspect = Only(shape, out ObjectGraph graph);

        Assert.Equal(("Node", 1L, (long)Length), (TypeName(graph, suspect.Chain!.Type), suspect.Chain.ChainCount, suspect.Chain.ObjectCount));
        Assert.Equal(("Payload", (long)Length, (long)Length * PayloadBytes), Behind(graph, suspect));
        Assert.Equal("Holder", TypeName(graph, graph.TypeOf(suspect.Object)));
        Assert.Equal(1u, suspect.AccumulationPoint);
    }

    [Fact]
    public void Heavy_elements_do_not_move_the_point_away_from_the_first_node()
    {
        GraphOf shape = new();
        uint holder = shape.Object("Holder"), before = holder;
        shape.Root(holder);
        for (int i = 0; i < 17; i++)
            before = Link(shape, before, "Node", "Payload", payloadBytes: 80_000 >> i);

        LeakSuspect suspect = Only(shape, out _, share: 0.5);

        Assert.Equal(17, suspect.Chain!.ObjectCount);
        Assert.Equal(1u, suspect.AccumulationPoint);
    }

    [Fact]
    public void A_ring_that_is_linked_in_both_directions_is_a_chain()
    {
        GraphOf shape = new();
        uint list = shape.Object("System.LinkedList"), first = 0, before = list;
        shape.Root(list);
        for (int i = 0; i < Length; i++)
        {
            uint node = Link(shape, before, "System.LinkedListNode", "System.Wrapper", inner: "Order");
            shape.Reference(node, list);
            if (before == list)
                first = node;
            else
                shape.Reference(node, before);
            before = node;
        }

        shape.Reference(before, first).Reference(first, before);

        LeakSuspect suspect = Only(shape, out ObjectGraph graph);

        Assert.Equal(("System.LinkedListNode", (long)Length), (TypeName(graph, suspect.Chain!.Type), suspect.Chain.ObjectCount));
        Assert.Equal("Order", Behind(graph, suspect).Type);
    }

    [Fact]
    public void Chains_below_an_array_are_counted_together()
    {
        GraphOf shape = new();
        uint queues = shape.Object("System.TimerQueue[]");
        shape.Root(queues);
        for (int queue = 0; queue < 4; queue++)
        {
            uint before = shape.Object("System.TimerQueue");
            shape.Reference(queues, before);
            for (int i = 0; i < Length; i++)
                before = Link(shape, before, "System.TimerQueueTimer", "System.TimerCallback", inner: "Session");
        }

        LeakSuspect suspect = Only(shape, out ObjectGraph graph);

        Assert.Equal((4L, 4L * Length), (suspect.Chain!.ChainCount, suspect.Chain.ObjectCount));
        Assert.Equal(("Session", 4L * Length), (Behind(graph, suspect).Type, Behind(graph, suspect).Count));
    }

    [Fact]
    public void What_stands_between_two_links_belongs_to_the_chain()
    {
        GraphOf shape = new();
        uint before = shape.Object("Holder");
        shape.Root(before);
        for (int i = 0; i < Length; i++)
        {
            uint wrapper = shape.Object("System.Continuation"), task = shape.Object("System.Task");
            shape.Reference(before, wrapper).Reference(wrapper, task).Reference(task, shape.Object("Request", PayloadBytes));
            before = task;
        }

        LeakSuspect suspect = Only(shape, out ObjectGraph graph);

        Assert.Equal((long)Length, suspect.Chain!.ObjectCount);
        Assert.Equal(("Request", (long)Length, (long)Length * PayloadBytes), Behind(graph, suspect));
    }

    [Fact]
    public void Nodes_that_a_table_holds_too_are_a_chain_below_what_holds_both()
    {
        GraphOf shape = new();
        uint cache = shape.Object("Cache"), table = shape.Object("Node[]", 24 + (8 * Length)), before = cache;
        shape.Root(cache).Reference(cache, table);
        for (int i = 0; i < Length; i++)
        {
            uint node = Link(shape, before, "Node", "Payload");
            shape.Reference(table, node);
            before = node;
        }

        LeakSuspect suspect = Only(shape, out ObjectGraph graph);

        Assert.Equal(("Cache", (long)Length), (TypeName(graph, graph.TypeOf(suspect.Object)), suspect.Chain!.ObjectCount));
    }

    [Fact]
    public void Nodes_that_several_roots_hold_are_a_group_and_one_chain()
    {
        GraphOf shape = new();
        uint before = shape.Object("Holder");
        shape.Root(before);
        for (int i = 0; i < Length; i++)
        {
            before = Link(shape, before, "Node", "Payload", payloadBytes: i == 0 ? 160 : PayloadBytes);
            shape.Root(before, RootKind.Stack, "thread 1");
        }

        LeakSuspect suspect = Only(shape, out ObjectGraph graph);

        Assert.Equal((SuspectKind.Group, (long)Length), (suspect.Kind, suspect.Count));
        Assert.Equal((1L, (long)Length), (suspect.Chain!.ChainCount, suspect.Chain.ObjectCount));
        Assert.Equal("Payload", Behind(graph, suspect).Type);
    }

    [Fact]
    public void A_balanced_tree_the_buckets_of_a_table_and_a_short_list_are_no_chains()
    {
        GraphOf tree = new();
        uint root = tree.Object("TreeNode");
        tree.Root(root);
        for (uint i = 1; i < (1 << 11) - 1; i++)
            tree.Reference((i - 1) / 2, tree.Object("TreeNode"));
        Assert.Null(Only(tree, out _).Chain);

        GraphOf buckets = new();
        uint table = buckets.Object("Node[]");
        buckets.Root(table);
        for (int i = 0; i < Length; i++)
        {
            uint before = table;
            for (int depth = 0; depth < 8; depth++)
                before = Link(buckets, before, "Node", "Payload");
        }

        Assert.Null(Only(buckets, out _).Chain);

        GraphOf list = new();
        uint last = list.Object("Holder");
        list.Root(last);
        for (int i = 0; i < ChainLength - 1; i++)
            last = Link(list, last, "Node", "Payload");
        Assert.Null(Only(list, out _).Chain);
    }

    [Fact]
    public void A_chain_that_is_a_small_part_of_a_suspect_is_not_named()
    {
        GraphOf shape = new();
        uint holder = shape.Object("Holder"), before = holder;
        shape.Root(holder).Reference(holder, shape.Object("byte[]", 1_000_000));
        for (int i = 0; i < Length; i++)
            before = Link(shape, before, "Node", "Payload");

        Assert.Null(Only(shape, out _).Chain);
    }

    [Fact]
    public void Where_nothing_of_the_program_lies_behind_the_first_type_is_named_and_where_nothing_does_none()
    {
        GraphOf texts = new(), bare = new();
        uint before = texts.Object("Holder"), last = bare.Object("Holder");
        texts.Root(before);
        bare.Root(last);
        for (int i = 0; i < Length; i++)
        {
            before = Link(texts, before, "Node", "System.String");
            uint node = bare.Object();
            bare.Reference(last, node);
            last = node;
        }

        LeakSuspect suspect = Only(texts, out ObjectGraph graph);
        Assert.Equal("System.String", Behind(graph, suspect).Type);
        Assert.Null(Only(bare, out _).Chain!.BehindType);
    }

    private const int ChainLength = 16;

    private static uint Link(GraphOf shape, uint before, string link, string payload, int payloadBytes = PayloadBytes, string? inner = null)
    {
        uint node = shape.Object(link), value = shape.Object(payload, payloadBytes);
        shape.Reference(before, node).Reference(node, value);
        if (inner is not null)
            shape.Reference(value, shape.Object(inner, PayloadBytes));
        return node;
    }

    private static (string Type, long Count, long Bytes) Behind(ObjectGraph graph, LeakSuspect suspect) =>
        (TypeName(graph, suspect.Chain!.BehindType!.Value), suspect.Chain.BehindCount, suspect.Chain.BehindBytes);

    private static string TypeName(ObjectGraph graph, uint type) => graph.Types[(int)type].Name;

    private static LeakSuspect Only(GraphOf shape, out ObjectGraph graph, double share = 0.4)
    {
        graph = shape.Build();
        DominatorTree tree = DominatorTree.Of(graph, TestContext.Current.CancellationToken);
        return Assert.Single(LeakSuspects.Of(tree, tree.Children(), share, TestContext.Current.CancellationToken));
    }
}
