using System.Runtime.CompilerServices;

namespace Stalls;

/// <summary>Something of everything that a recording knows, all the time: exceptions, collections, waits, and a loop that is replaced while it runs.</summary>
internal static class Moments
{
    private static readonly object s_gate = new();
    private static long s_turns;

    public static void SomethingOfEverything(Scene scene)
    {
        scene.Start("thrower", () => Forever(5, Refuse));
        scene.Start("collector", () => Forever(50, static () => GC.Collect()));
        scene.Start("dozer", () => Forever(0, Doze));
        scene.Start("holder", () => Forever(1, Hold));
        scene.Start("waiter", () => Forever(1, Enter));
        scene.Start("looper", Loop);
        Scene.Until(static () => Volatile.Read(ref s_turns) > 100);
    }

    private static void Forever(int pauseMs, Action what)
    {
        while (true)
        {
            what();
            Interlocked.Increment(ref s_turns);
            if (pauseMs > 0)
                Thread.Sleep(pauseMs);
        }
    }

    private static void Refuse()
    {
        try
        {
            throw new InvalidOperationException("refused");
        }
        catch (InvalidOperationException)
        {
            // That is what it is for.
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Doze() => Thread.Sleep(20);

    private static void Hold()
    {
        lock (s_gate)
            Thread.Sleep(10);
    }

    private static void Enter()
    {
        lock (s_gate)
            s_turns++;
    }

    // Entered once: only its replacement on the stack is fast.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Loop()
    {
        double sum = 0;
        for (int i = 1; sum >= 0; i = (i % 10_000) + 1)
            sum = (sum / 2) + Math.Sqrt(i);
    }
}
