// Holds objects in ways whose retained sizes and paths are known: a cache, an object that two share, a linked list, a list that a local of a thread holds,
// subscribers of an event. Prints "ready {…}" with what is true of it and ends when its input closes.
using System.Runtime.CompilerServices;

namespace Retention;

internal static class Program
{
    private const int SessionCount = 50;
    private const int SessionBytes = 2_000;

    private static void Main()
    {
        Shop.Fill();
        using ManualResetEventSlim holds = new();
        Thread worker = new(() => Hold(holds)) { Name = "sessions", IsBackground = true };
        worker.Start();
        holds.Wait();
        GC.Collect();
        Console.Out.WriteLine($"ready {Manifest.Json(SessionCount, SessionBytes)}");
        while (Console.ReadLine() is not null)
        {
        }
    }

    // Only this method's local holds the sessions.
    private static void Hold(ManualResetEventSlim holds)
    {
        Session[] sessions = Sessions();
        holds.Set();
        Thread.Sleep(Timeout.Infinite);
        GC.KeepAlive(sessions);
    }

    // In a method of its own, so that no register or local keeps a single session.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Session[] Sessions()
    {
        Session[] sessions = new Session[SessionCount];
        for (int i = 0; i < sessions.Length; i++)
            sessions[i] = new Session { Data = new byte[SessionBytes] };
        return sessions;
    }
}
