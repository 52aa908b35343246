using Fathom.Model.Threads;
using Fathom.Query.Stacks;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Fathom.Tests.Query.Stacks;

public sealed class WaitCyclesTests
{
    [Fact]
    public void Two_threads_that_own_what_the_other_wants_are_a_cycle()
    {
        WaitGraph graph = new([Owns(1, 0xA), Waits(1, 0xB), Owns(2, 0xB), Waits(2, 0xA)]);

        Assert.Equal([[1u, 2u]], Cycles(graph));
    }

    [Fact]
    public void A_thread_behind_a_cycle_is_not_on_it()
    {
        WaitGraph graph = new([Owns(1, 0xA), Waits(1, 0xB), Owns(2, 0xB), Waits(2, 0xA), Waits(3, 0xA), Owns(3, 0xC), Waits(4, 0xC)]);

        Assert.Equal([[1u, 2u]], Cycles(graph));
        Assert.Equal([3u, 4u], WaitCycles.Behind(graph, [1, 2]).Except([1u, 2u]).Order());
    }

    [Fact]
    public void A_chain_without_an_end_in_itself_is_no_cycle() =>
        Assert.Empty(Cycles(new WaitGraph([Owns(1, 0xA), Waits(2, 0xA), Owns(2, 0xB), Waits(3, 0xB)])));

    [Fact]
    public void A_thread_that_has_just_got_the_lock_does_not_wait_for_itself() =>
        Assert.Empty(Cycles(new WaitGraph([Owns(1, 0xA), Waits(1, 0xA)])));

    [Fact]
    public void A_thread_that_joins_itself_is_a_cycle_of_one() =>
        Assert.Equal([[1u]], Cycles(new WaitGraph([Owns(1, 0xA, LockKinds.Thread), Waits(1, 0xA, LockKinds.Thread)])));

    [Fact]
    public void A_writer_waits_for_every_reader()
    {
        WaitGraph graph = new(
        [
            Owns(1, 0xA, LockKinds.Read), Owns(2, 0xA, LockKinds.Read), Waits(3, 0xA, LockKinds.Write), Owns(3, 0xB), Waits(2, 0xB),
        ]);

        Assert.Equal([[2u, 3u]], Cycles(graph));
    }

    [Fact]
    public void A_second_upgradeable_reader_waits_for_the_first_and_not_for_plain_readers()
    {
        WaitGraph graph = new(
        [
            Owns(1, 0xA, LockKinds.Read), Owns(2, 0xA, LockKinds.UpgradeableRead), Waits(3, 0xA, LockKinds.UpgradeableRead), Owns(3, 0xB), Waits(1, 0xB),
        ]);

        Assert.Empty(Cycles(graph));
        Assert.Equal([2u], graph.From(3).Select(edge => edge.Owner));
    }

    [Fact]
    public void A_lock_whose_object_is_not_known_blocks_nobody() =>
        Assert.Empty(new WaitGraph([Owns(1, 0), Waits(2, 0)]).Waiters);

    [Fact]
    public void The_knots_are_those_that_brute_force_finds() =>
        Check.One(
            Config.QuickThrowOnFailure.WithMaxTest(300),
            Prop.ForAll(
                ArbMap.Default.ArbFor<(byte, byte)[]>(),
                pairs =>
                {
                    (uint From, uint To)[] edges = [.. pairs.Select(pair => ((uint)pair.Item1 % 9, (uint)pair.Item2 % 9))];
                    WaitGraph graph = GraphOf(edges);
                    bool[,] reach = Reach(edges);

                    foreach (List<WaitEdge> cycle in WaitCycles.Find(graph))
                    {
                        // Each edge leads to the next, and back to the start.
                        for (int i = 0; i < cycle.Count; i++)
                            Assert.Equal(cycle[(i + 1) % cycle.Count].Waiter, cycle[i].Owner);
                    }

                    HashSet<uint> onCycles = [.. Enumerable.Range(0, 9).Where(i => reach[i, i]).Select(i => (uint)i)];
                    HashSet<uint> found = [.. WaitCycles.Find(graph).SelectMany(cycle => WaitCycles.Knot(graph, cycle[0].Waiter))];
                    Assert.Equal(onCycles.Order(), found.Order());
                    int knots = onCycles.Select(i => onCycles.First(j => i == j || (reach[i, j] && reach[j, i]))).Distinct().Count();
                    Assert.Equal(knots, WaitCycles.Find(graph).Count);
                }));

    private static List<uint[]> Cycles(WaitGraph graph) => [.. WaitCycles.Find(graph).Select(cycle => cycle.Select(edge => edge.Waiter).ToArray())];

    // One lock of its own for each pair. Waiting for the own end is the only way to wait for oneself, so all are waits for a thread.
    private static WaitGraph GraphOf((uint From, uint To)[] edges) => new(
        [.. edges.SelectMany((edge, i) => new[] { Waits(edge.From, (ulong)i + 1, LockKinds.Thread), Owns(edge.To, (ulong)i + 1, LockKinds.Thread) })]);

    // Warshall's closure.
    private static bool[,] Reach((uint From, uint To)[] edges)
    {
        bool[,] reach = new bool[9, 9];
        foreach ((uint from, uint to) in edges)
            reach[from, to] = true;
        for (int k = 0; k < 9; k++)
        {
            for (int i = 0; i < 9; i++)
            {
                for (int j = 0; j < 9; j++)
                    reach[i, j] |= reach[i, k] && reach[k, j];
            }
        }

        return reach;
    }

    private static LockFacts Owns(uint thread, ulong address, string kind = LockKinds.Monitor) => new(thread, true, kind, address, null, false);

    private static LockFacts Waits(uint thread, ulong address, string kind = LockKinds.Monitor) => new(thread, false, kind, address, null, false);
}
