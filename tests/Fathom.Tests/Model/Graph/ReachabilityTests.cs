using Fathom.Model.Graph;
using Xunit;

namespace Fathom.Tests.Model.Graph;

public sealed class ReachabilityTests
{
    [Fact]
    public void What_roots_reach_is_alive_and_the_rest_is_not()
    {
        ObjectGraph graph = new GraphOf().Objects(6).Reference(0, 1, 1, 0).Reference(1, 2).Reference(2, 0).Reference(3, 0, 4).Root(0).Root(5, RootKind.FinalizerRegistered).Build();

        ObjectBits live = Reachability.FromRoots(graph, TestContext.Current.CancellationToken);

        Assert.Equal([0u, 1u, 2u, 5u], Members(live));
        Assert.Equal(4, live.Count());
    }

    [Fact]
    public void A_graph_without_objects_or_roots_has_nothing_alive()
    {
        Assert.Equal(0, Reachability.FromRoots(new GraphOf().Build(), TestContext.Current.CancellationToken).Count());
        Assert.Equal(0, Reachability.FromRoots(new GraphOf().Objects(3).Build(), TestContext.Current.CancellationToken).Count());
    }

    [Fact]
    public void A_long_chain_and_a_wide_array_are_followed_without_recursion()
    {
        const uint Length = 300_000;
        uint[] first = new uint[Length + 1];
        for (uint i = 0; i < Length; i++)
            first[i + 1] = i + 1;
        uint[] next = [.. Enumerable.Range(0, (int)Length).Select(i => (uint)((i + 1) % Length))];
        ObjectGraph chain = new(new uint[Length], new uint[Length], first, next, new GraphOf(), [new GraphType(1, "Node", null)], [new GraphRoot(7, RootKind.Other, null)]);
        Array.Fill(first, Length, 1, (int)Length);
        ObjectGraph array = new(new uint[Length], new uint[Length], first, next, new GraphOf(), chain.Types, [new GraphRoot(0, RootKind.Other, null)]);

        Assert.Equal((int)Length, Reachability.FromRoots(array, TestContext.Current.CancellationToken).Count());
        for (uint i = 0; i < Length; i++)
            first[i + 1] = i + 1;
        Assert.Equal((int)Length, Reachability.FromRoots(chain, TestContext.Current.CancellationToken).Count());
    }

    [Fact]
    public void It_ends_when_cancelled()
    {
        const int Count = 100_000;
        uint[] first = [.. Enumerable.Range(0, Count + 1).Select(i => (uint)i)];
        uint[] next = [.. Enumerable.Range(0, Count).Select(i => (uint)((i + 1) % Count))];
        ObjectGraph graph = new(new uint[Count], new uint[Count], first, next, new GraphOf(), [new GraphType(1, "Node", null)], [new GraphRoot(0, RootKind.Other, null)]);

        Assert.Throws<OperationCanceledException>(() => Reachability.FromRoots(graph, new CancellationToken(true)));
    }

    [Fact]
    public void Random_graphs_agree_with_repeated_closure()
    {
        Random random = new(4711);
        for (int round = 0; round < 3_000; round++)
        {
            ObjectGraph graph = GraphOf.Random(random);
            uint[] starts = [.. graph.Roots.Select(root => root.Object)];

            Assert.Equal(Closure(graph, starts), Members(Reachability.FromRoots(graph, TestContext.Current.CancellationToken)));
            Assert.Equal(Closure(graph, starts), Members(Reachability.From(graph, starts, TestContext.Current.CancellationToken)));
        }
    }

    private static IEnumerable<uint> Members(ObjectBits set) => Enumerable.Range(0, set.Length).Select(i => (uint)i).Where(i => set[i]);

    private static SortedSet<uint> Closure(ObjectGraph graph, uint[] starts)
    {
        SortedSet<uint> reached = [.. starts];
        for (int before = -1; before != reached.Count;)
        {
            before = reached.Count;
            foreach (uint number in reached.ToArray())
                reached.UnionWith(graph.ReferencesOf(number).ToArray());
        }

        return reached;
    }
}
