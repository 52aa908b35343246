using Fathom.Model.Graph;
using Fathom.Model.Graph.Retention;
using Xunit;

namespace Fathom.Tests.Model.Graph.Retention;

public sealed class DominatorTreeTests
{
    [Fact]
    public void A_shared_object_belongs_to_what_holds_both_holders()
    {
        GraphOf shape = new();
        uint top = shape.Object("Top", 24), a = shape.Object("A", 32), b = shape.Object("B", 40), shared = shape.Object("Shared", 1000), own = shape.Object("Own", 80);
        ObjectGraph graph = shape.Reference(top, a, b).Reference(a, shared, own).Reference(b, shared).Root(top).Build();

        Dictionary<uint, long> retained = Retained(DominatorTree.Of(graph, TestContext.Current.CancellationToken));

        Assert.Equal(1176, retained[top]);
        Assert.Equal(112, retained[a]);
        Assert.Equal(40, retained[b]);
        Assert.Equal(1000, retained[shared]);
        Assert.Equal(80, retained[own]);
    }

    [Fact]
    public void A_second_root_takes_an_object_from_its_holder()
    {
        ObjectGraph graph = new GraphOf().Objects(3).Reference(0, 1).Reference(1, 2).Root(0).Root(1, RootKind.Stack).Build();

        DominatorTree tree = DominatorTree.Of(graph, TestContext.Current.CancellationToken);

        Assert.Equal(24, Retained(tree)[0]);
        Assert.Equal(48, Retained(tree)[1]);
        Assert.Equal(72, tree.LiveBytes);
    }

    [Fact]
    public void A_finalizer_to_come_does_not_take_an_object_from_its_holder()
    {
        GraphOf shape = new GraphOf().Objects(5).Reference(0, 1).Reference(1, 2).Reference(3, 2, 4);
        ObjectGraph graph = shape.Root(0).Root(1, RootKind.FinalizerRegistered).Root(3, RootKind.FinalizerReady).Build();

        Dictionary<uint, long> retained = Retained(DominatorTree.Of(graph, TestContext.Current.CancellationToken));

        Assert.Equal(72, retained[0]);
        Assert.Equal(48, retained[1]);
        Assert.Equal(48, retained[3]);
    }

    [Fact]
    public void Random_graphs_agree_with_taking_each_object_away()
    {
        Random random = new(20261121);
        for (int round = 0; round < 6_000; round++)
        {
            ObjectGraph graph = GraphOf.Random(random);

            DominatorTree tree = DominatorTree.Of(graph, TestContext.Current.CancellationToken);

            BruteForce truth = new(graph);
            Assert.Equal(truth.RetainedBytes(), Retained(tree).OrderBy(one => one.Key));
            Assert.Equal(truth.ImmediateDominators(), DominatorsOf(tree).OrderBy(one => one.Key));
            TypeRetention[] perType = TypeRetention.PerType(tree, tree.Children(), TestContext.Current.CancellationToken);
            Assert.Equal(truth.RetainedPerType(), perType.Select(sum => sum.RetainedBytes));
            Assert.Equal(tree.Count, perType.Sum(sum => sum.Count));
            Assert.Equal(tree.LiveBytes, perType.Sum(sum => sum.SizeBytes));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_long_list_whose_elements_are_held_elsewhere_too_is_no_trouble(bool sharedElements)
    {
        // Object 0 holds an array (1) and the first node; node i holds the next one and element i; the array holds all elements.
        const uint Length = 200_000;
        uint Node(uint i) => 2 + i;
        uint Element(uint i) => 2 + Length + i;
        const uint Objects = 2 + (2 * Length);
        uint[] first = new uint[Objects + 1];
        List<uint> references = [1, Node(0)];
        first[1] = (uint)references.Count;
        for (uint i = 0; i < Length && sharedElements; i++)
            references.Add(Element(i));
        for (uint i = 0; i < Length; i++)
        {
            first[Node(i)] = (uint)references.Count;
            if (i + 1 < Length)
                references.Add(Node(i + 1));
            references.Add(Element(i));
        }

        first.AsSpan((int)Element(0)).Fill((uint)references.Count);
        uint[] sizes = [.. Enumerable.Repeat(3u, (int)Objects)];
        GraphType[] types = [new(1, "Node", null)];
        ObjectGraph graph = new(new uint[Objects], sizes, first, [.. references], new GraphOf(), types, [new GraphRoot(0, RootKind.Other, null)]);

        Dictionary<uint, long> retained = Retained(DominatorTree.Of(graph, TestContext.Current.CancellationToken));

        Assert.Equal(Objects * 24L, retained[0]);
        Assert.Equal(24, retained[1]);
        Assert.Equal(Length * (sharedElements ? 24L : 48), retained[Node(0)]);
        Assert.Equal((Length - 1000) * (sharedElements ? 24L : 48), retained[Node(1000)]);
        Assert.Equal(24, retained[Element(5)]);
    }

    [Fact]
    public void A_graph_without_roots_has_an_empty_tree()
    {
        DominatorTree tree = DominatorTree.Of(new GraphOf().Objects(3).Build(), TestContext.Current.CancellationToken);

        Assert.Equal((0u, 0L), (tree.Count, tree.LiveBytes));
        Assert.All(TypeRetention.PerType(tree, tree.Children(), TestContext.Current.CancellationToken), sum => Assert.Equal(0, sum.RetainedBytes));
    }

    [Fact]
    public void It_ends_when_cancelled() =>
        Assert.Throws<OperationCanceledException>(() => DominatorTree.Of(LongChain(), new CancellationToken(true)));

    private static ObjectGraph LongChain()
    {
        const int Count = 100_000;
        uint[] first = [.. Enumerable.Range(0, Count + 1).Select(i => (uint)i)];
        uint[] next = [.. Enumerable.Range(0, Count).Select(i => (uint)((i + 1) % Count))];
        return new ObjectGraph(new uint[Count], new uint[Count], first, next, new GraphOf(), [new GraphType(1, "Node", null)], [new GraphRoot(0, RootKind.Other, null)]);
    }

    private static Dictionary<uint, long> Retained(DominatorTree tree) => Places(tree).ToDictionary(tree.ObjectAt, tree.RetainedBytes);

    private static Dictionary<uint, uint?> DominatorsOf(DominatorTree tree) =>
        Places(tree).ToDictionary(tree.ObjectAt, place => tree.DominatorOf(place) is var above && above == 0 ? (uint?)null : tree.ObjectAt(above));

    private static IEnumerable<uint> Places(DominatorTree tree) => Enumerable.Range(1, (int)tree.Count).Select(place => (uint)place);
}
