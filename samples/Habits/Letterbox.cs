using System.Collections.Concurrent;

namespace Habits;

/// <summary>Letters, of which there are none.</summary>
internal static class Letterbox
{
    private static readonly ConcurrentQueue<string> s_letters = [];

    public static void Begin() => new Thread(Look) { IsBackground = true }.Start();

    private static void Look()
    {
        while (!s_letters.TryDequeue(out _))
            Thread.Sleep(1);
    }
}
