using Fathom.Sources.Heap.Types;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Types;

/// <summary>One thread at a time is inside, and one that stays long lets others pass.</summary>
public sealed class DacGateTests
{
    [Fact]
    public void Only_one_thread_is_inside_at_a_time_and_all_get_their_turn()
    {
        DacGate gate = new();
        int inside = 0, most = 0, turns = 0;
        Thread[] askers = [.. Enumerable.Range(0, 3).Select(_ => new Thread(() =>
        {
            for (int i = 0; i < 500; i++)
            {
                using DacGate.Turn turn = gate.Enter();
                most = Math.Max(most, ++inside);
                turns++;
                inside--;
            }
        }))];
        using (gate.Enter())
        {
            Array.ForEach(askers, static thread => thread.Start());

            // Whoever is inside all the time holds nobody up.
            while (Array.Exists(askers, static thread => thread.IsAlive))
            {
                Assert.Equal(0, inside);
                gate.Pass();
            }
        }

        Assert.Equal((1, 1_500), (most, turns));
    }
}
