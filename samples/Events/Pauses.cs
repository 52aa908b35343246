using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Events;

/// <summary>Collections beside busy threads that note when they run: what stops them all is a gap in their notes.</summary>
internal static class Pauses
{
    private const long SlotNs = 100_000;
    private const int Slots = 600_000;
    private const int Collections = 10;

    /// <summary>Collects <see cref="Collections"/> times.</summary>
    /// <param name="threads">Busy threads.</param>
    /// <param name="kind"><c>young</c>, <c>full</c> or <c>background</c>.</param>
    /// <returns>
    /// Words, all in ns: the longest gap within a collection in which no busy thread ran, and for each collection <c>BEGIN:COUNTED:SECOND:GAP</c>: CLOCK_MONOTONIC before it, its pauses by the
    /// runtime's own total, its second pause as the runtime has it (0 if it has none), and the longest gap in it.
    /// </returns>
    public static string Run(int threads, string kind)
    {
        byte[] ran = new byte[Slots];
        long zero = Stopwatch.GetTimestamp();
        bool isOver = false;
        Thread[] busy = [.. Enumerable.Range(0, threads).Select(_ => new Thread(() =>
        {
            while (!Volatile.Read(ref isOver))
                ran[Slot(zero)] = 1;
        }))];
        List<byte[]> kept = Keep();
        foreach (Thread one in busy)
            one.Start();
        List<(long BeginNs, long CountedNs, long SecondNs, int From, int To)> spans = [];
        for (int i = 0; i < Collections; i++)
        {
            TimeSpan before = GC.GetTotalPauseDuration();
            long beginNs = (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));
            int from = Slot(zero);
            long background = GC.GetGCMemoryInfo(GCKind.Background).Index;
            Collect(kind);
            GCMemoryInfo now = GC.GetGCMemoryInfo(GCKind.Background);
            int to = Slot(zero);
            Thread.Sleep(5);
            spans.Add((beginNs, (GC.GetTotalPauseDuration() - before).Ticks * 100, now.Index > background ? now.PauseDurations[1].Ticks * 100 : 0, from, to));
        }

        Volatile.Write(ref isOver, true);
        foreach (Thread one in busy)
            one.Join();
        GC.KeepAlive(kept);
        long[] gapsNs = [.. spans.Select(span => Longest(ran, span.From, span.To) * SlotNs)];
        return $"{gapsNs.Max()} {string.Join(' ', spans.Zip(gapsNs, static (span, gapNs) => $"{span.BeginNs}:{span.CountedNs}:{span.SecondNs}:{gapNs}"))}";
    }

    // Something to mark, so that pauses differ from what the machine does to a thread anyway.
    private static List<byte[]> Keep() => [.. Enumerable.Range(0, 200_000).Select(static i => new byte[32 + (i % 64)])];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Collect(string kind)
    {
        if (kind != "background")
        {
            GC.Collect(kind == "young" ? 0 : 2);
            return;
        }

        long last = LastOfAll();
        GC.Collect(2, GCCollectionMode.Forced, blocking: false);
        SpinWait.SpinUntil(() => LastOfAll() > last);
    }

    // The first one that need not block does, because it has no thread yet.
    private static long LastOfAll() => Math.Max(GC.GetGCMemoryInfo(GCKind.Background).Index, GC.GetGCMemoryInfo(GCKind.FullBlocking).Index);

    private static int Slot(long zero) => (int)Math.Min(Slots - 1, Stopwatch.GetElapsedTime(zero).Ticks * 100 / SlotNs);

    private static long Longest(byte[] ran, int from, int to)
    {
        long longest = 0, gap = 0;
        for (int i = from; i <= to; i++)
        {
            gap = ran[i] == 0 ? gap + 1 : 0;
            longest = Math.Max(longest, gap);
        }

        return longest;
    }
}
