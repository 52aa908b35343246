using System.Runtime.CompilerServices;

namespace Phases;

/// <summary>A thread waits for a semaphore that another one releases every 10 ms, and for a handle.</summary>
internal static class SemaphorePhase
{
    private const int EveryMs = 10;

    public static void Run(Phase phase, int count)
    {
        using SemaphoreSlim slots = new(0);
        Thread giver = phase.Start("giver", _ =>
        {
            for (int i = 0; i < count; i++)
            {
                Thread.Sleep(EveryMs);
                slots.Release();
            }
        });
        Thread taker = phase.Start("taker", notes =>
        {
            for (int i = 0; i < count; i++)
                notes.Wait(() => Take(slots));
        });
        giver.Join();
        taker.Join();
    }

    public static void OnHandle(Phase phase, int count)
    {
        // A handle that is set twice before somebody waits is set once.
        using AutoResetEvent handle = new(false);
        using SemaphoreSlim taken = new(0);
        Thread giver = phase.Start("giver", _ =>
        {
            for (int i = 0; i < count; i++)
            {
                Thread.Sleep(EveryMs);
                handle.Set();
                taken.Wait();
            }
        });
        Thread taker = phase.Start("taker", notes =>
        {
            for (int i = 0; i < count; i++)
            {
                notes.Wait(() => TakeHandle(handle));
                taken.Release();
            }
        });
        giver.Join();
        taker.Join();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Take(SemaphoreSlim slots)
    {
        slots.Wait();
        GC.KeepAlive(slots);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void TakeHandle(AutoResetEvent handle)
    {
        handle.WaitOne();
        GC.KeepAlive(handle);
    }
}
