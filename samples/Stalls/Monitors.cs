using System.Runtime.CompilerServices;

namespace Stalls;

/// <summary>Many monitors that are held and waited for by chance: a few in the headers of objects, others in sync blocks, for each reason that there is.</summary>
internal static class Monitors
{
    private const int Owners = 8;
    private const int Gates = 120;
    private const int MostWaiters = 40;

    // More entries than a header has room for.
    private const int Deep = 100;

    private static readonly Gate[] s_gates = new Gate[Gates];

    private sealed class Gate(int number)
    {
        public readonly int Number = number;
    }

    /// <summary>Facts are <c>gate-N-owner</c> (the number of the owner's name), <c>gate-N-count</c> (of its entries) and <c>gate-N-waiters</c>, for each monitor that is held.</summary>
    public static void ByChance(Scene scene, int seed)
    {
        Random chance = new(seed);
        List<(Gate Gate, int Count)>[] owned = [.. Enumerable.Range(0, Owners).Select(static _ => new List<(Gate, int)>())];
        List<Gate> wanted = [], pulsed = [];
        for (int i = 0; i < Gates; i++)
        {
            Gate gate = s_gates[i] = new Gate(i);
            bool isHashed = chance.Next(4) == 0;
            if (isHashed)
                RuntimeHelpers.GetHashCode(gate);
            if (chance.Next(3) == 0)
            {
                // Nobody holds it; some have a sync block all the same.
                if (isHashed)
                    lock (gate)
                        GC.KeepAlive(gate);
                continue;
            }

            int owner = chance.Next(Owners), count = chance.Next(10) == 0 ? Deep : 1 + chance.Next(4), waiting = wanted.Count < MostWaiters ? chance.Next(3) : 0;
            owned[owner].Add((gate, count));
            wanted.AddRange(Enumerable.Repeat(gate, waiting));
            if (pulsed.Count < Owners && chance.Next(4) == 0)
                pulsed.Add(gate);
            scene.Fact($"gate-{i}-owner", owner);
            scene.Fact($"gate-{i}-count", count);
            scene.Fact($"gate-{i}-waiters", waiting);
        }

        // Who waits for a pulse has left the monitor, so these come before the owners.
        Thread[] listeners = [.. pulsed.Select((gate, number) => scene.Start($"listener-{number}", () => Listen(gate)))];
        Scene.UntilBlocked(listeners);
        for (int number = 0; number < Owners; number++)
            Own(scene, number, owned[number]);
        Thread[] waiters = [.. wanted.Select((gate, number) => scene.Start($"waiter-{number}", () => Enter(gate)))];
        Scene.UntilBlocked(waiters);
    }

    private static void Own(Scene scene, int owner, List<(Gate Gate, int Count)> gates)
    {
        using ManualResetEvent owns = new(false);
        scene.Start($"owner-{owner}", () =>
        {
            foreach ((Gate gate, int count) in gates)
            {
                for (int i = 0; i < count; i++)
                    Monitor.Enter(gate);
            }

            // ReSharper disable once AccessToDisposedClosure: the starter waits for exactly this.
            owns.Set();
            Thread.Sleep(Timeout.Infinite);
        });
        owns.WaitOne();
    }

    private static void Enter(Gate gate)
    {
        lock (gate)
            GC.KeepAlive(gate);
    }

    private static void Listen(Gate gate)
    {
        lock (gate)
            Monitor.Wait(gate);
    }
}
