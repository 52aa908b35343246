using Fathom.Formats.PerfData.Ordering;
using Xunit;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>The order of records, beside a plain sort.</summary>
public sealed class RecordWindowTests
{
    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 40)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Each_round_gives_what_is_not_newer_than_the_round_before_it_in_order(int seed)
    {
        Random random = new(seed);
        RecordWindow window = new();
        List<WindowEntry> waiting = [];
        ulong limit = 0, newest = 0;
        int number = 0;
        for (int round = 0; round < 20; round++)
        {
            int cpus = random.Next(1, seed % 4 == 0 ? 300 : 5);
            for (int cpu = 0; cpu < cpus; cpu++)
            {
                ulong time = (ulong)(round * 100) + (ulong)random.Next(100);
                for (int i = random.Next(0, 40); i > 0; i--)
                {
                    WindowEntry entry = new(time, 0, number++);
                    window.Add(entry);
                    waiting.Add(entry);
                    newest = Math.Max(newest, time);
                    time += (ulong)random.Next(4);
                }
            }

            WindowEntry[] expected = random.Next(8) == 0 ? Oldest(waiting, random.Next(1, 50)) : [];
            if (expected.Length > 0)
                Take(window, window.Oldest(expected.Length), expected, waiting);
            expected = [.. Sorted(waiting).Where(entry => entry.TimeNs <= limit)];
            limit = newest;
            Take(window, window.EndRound(), expected, waiting);
        }

        Take(window, window.Oldest(int.MaxValue), [.. Sorted(waiting)], waiting);
        Assert.Equal(0, window.Count);
    }

    private static void Take(RecordWindow window, ReadOnlySpan<WindowEntry> given, WindowEntry[] expected, List<WindowEntry> waiting)
    {
        Assert.Equal(expected, given.ToArray());
        window.Drop(given.Length);
        HashSet<WindowEntry> taken = [.. expected];
        waiting.RemoveAll(taken.Contains);
        Assert.Equal(waiting.Count, window.Count);
    }

    private static WindowEntry[] Oldest(List<WindowEntry> waiting, int count)
    {
        if (waiting.Count == 0)
            return [];
        ulong last = Sorted(waiting).ElementAt(Math.Min(count, waiting.Count) - 1).TimeNs;
        return [.. Sorted(waiting).Where(entry => entry.TimeNs <= last)];
    }

    // Stable: those of one time keep their order.
    private static IEnumerable<WindowEntry> Sorted(List<WindowEntry> entries) => entries.OrderBy(entry => entry.TimeNs);
}
