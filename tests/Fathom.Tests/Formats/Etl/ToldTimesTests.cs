using System.Text;
using Fathom.Formats.Etl;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>What a key meant at a time, beside a search through all that was told of it.</summary>
public sealed class ToldTimesTests
{
    private const int Keys = 3;
    private const int MostTicks = 60;
    private const int Rounds = 20;

    private static readonly string[] s_names = ["a", "b", "c"];

    private static readonly int[] s_hooks =
        [KernelHook.FileName, KernelHook.FileNameBegins, KernelHook.FileNameEnds, KernelHook.FileNameLeft];

    // Some are walked, and some are put in order; where times are few, many are told at once.
    [Theory]
    [InlineData(1, MostTicks)]
    [InlineData(2, MostTicks)]
    [InlineData(7, MostTicks)]
    [InlineData(12, 4)]
    [InlineData(24, MostTicks)]
    [InlineData(24, 6)]
    [InlineData(40, 8)]
    [InlineData(200, MostTicks)]
    public void Each_time_is_answered_as_by_a_search_through_all(int tellings, int mostTicks)
    {
        Random random = new(tellings);
        for (int round = 0; round < Rounds; round++)
        {
            ToldTimes times = new();
            List<(ulong Key, long Ticks, bool Begins)> told = [];
            for (int i = 0; i < tellings; i++)
            {
                told.Add(((ulong)random.Next(Keys), random.Next(mostTicks), random.Next(2) == 0));
                Assert.Equal(i, times.Count);
                times.Add(told[i].Key, told[i].Ticks, told[i].Begins);
                // What comes after an answer counts in the next one.
                if (i == tellings / 2)
                    AssertAnswers(times, told);
            }

            AssertAnswers(times, told);
        }
    }

    [Fact]
    public void A_beginning_counts_no_more_when_its_end_was_told()
    {
        ToldTimes times = new();
        times.Add(1, 10, begins: true);
        times.Add(1, 20, begins: false);
        // The beginning of what ends here was lost.
        times.Add(1, 40, begins: false);
        Assert.Equal([0, 0, 0, 2, 2, 2, 2], new long[] { 10, 15, 20, 21, 30, 40, 50 }.Select(ticks => times.Meant(1, ticks)));
    }

    [Fact]
    public void Keys_of_a_few_tellings_take_no_room_when_they_are_asked_for()
    {
        const int keys = 10_000, each = 8;
        ToldTimes times = new();
        for (int i = 0; i < keys * each; i++)
            times.Add((ulong)(i % keys), i / keys, begins: i / keys % 2 == 0);
        long sum = times.Meant(0, 1) + times.Around(0, 1).Before;
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (ulong key = 0; key < keys; key++)
            sum += times.Meant(key, 3) + times.Around(key, 5).Behind;
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, keys);
        Assert.InRange(sum, 1, long.MaxValue);
    }

    [Fact]
    public void What_is_told_later_counts_at_once()
    {
        ToldTimes times = new();
        times.Add(1, 10, begins: false);
        times.Add(1, 20, begins: false);
        Assert.Equal(1, times.Meant(1, 15));
        times.Add(1, 15, begins: false);
        Assert.Equal(2, times.Meant(1, 15));
        Assert.Equal((0, 2), times.Around(1, 14));
    }

    [Fact]
    public void A_name_that_is_told_again_and_again_takes_no_room_and_stays_until_another_one_is_told()
    {
        FileNames names = new(mostNames: 6);
        for (int ticks = 10; ticks < 1_000; ticks += 10)
            Tell(names, ticks, "a", KernelHook.FileNameLeft);
        Tell(names, 1_000, "b", KernelHook.FileNameBegins);
        Tell(names, 1_010, "b", KernelHook.FileNameBegins);
        Tell(names, 1_020, "c", KernelHook.FileNameLeft);
        Assert.Equal(["a", "a", "a", "a", "b", "b", "c", "c"],
            new long[] { 0, 10, 505, 989, 1_000, 1_015, 1_020, 2_000 }.Select(ticks => names.Find(1, ticks)));
        Assert.Equal(0, names.Overflows);
        Tell(names, 1_030, "d", KernelHook.FileNameBegins);
        Tell(names, 1_040, "e", KernelHook.FileNameBegins);
        Assert.Equal(1, names.Overflows);
        Assert.Equal("d", names.Find(1, 1_050));
    }

    [Fact]
    public void A_name_that_is_told_again_before_it_was_told_stays_as_it_is()
    {
        FileNames names = new();
        Tell(names, 100, "a", KernelHook.FileNameLeft);
        Tell(names, 50, "a", KernelHook.FileNameLeft);
        Tell(names, 200, "a", KernelHook.FileNameLeft);
        Tell(names, 150, "b", KernelHook.FileNameBegins);
        Assert.Equal(["a", "a", "b", "a"], new long[] { 10, 99, 199, 200 }.Select(ticks => names.Find(1, ticks)));
    }

    [Fact]
    public void A_telling_between_those_of_another_name_leaves_the_answers_on_both_sides()
    {
        FileNames ends = new(), begins = new();
        foreach (int ticks in new[] { 100, 200, 900 })
        {
            Tell(ends, ticks, "a", KernelHook.FileNameEnds);
            Tell(begins, ticks, "a", KernelHook.FileNameBegins);
        }

        // The buffer of another processor, behind those in the file.
        Tell(ends, 500, "b", KernelHook.FileNameBegins);
        Tell(begins, 150, "b", KernelHook.FileNameBegins);
        Assert.Equal(["a", "a", "b", "b", "a"], new long[] { 50, 150, 250, 600, 900 }.Select(ticks => ends.Find(1, ticks)));
        Assert.Equal(["a", "a", "b", "a", "a"], new long[] { 50, 120, 170, 300, 950 }.Select(ticks => begins.Find(1, ticks)));
    }

    [Theory]
    [InlineData(3)]
    [InlineData(15)]
    [InlineData(80)]
    public void Names_in_any_order_are_found_as_by_a_search_through_all(int tellings)
    {
        Random random = new(tellings);
        for (int round = 0; round < Rounds; round++)
        {
            FileNames names = new();
            List<(long Ticks, string Name, bool Begins)> told = [];
            for (int i = 0; i < tellings; i++)
                Tell(names, told, random.Next(MostTicks), s_names[random.Next(s_names.Length)], s_hooks[random.Next(s_hooks.Length)]);
            for (long ticks = -1; ticks <= MostTicks; ticks++)
                Assert.Equal(Found(told, ticks), names.Find(1, ticks));
        }
    }

    [Fact]
    public void Names_are_found_as_by_a_search_through_all_when_those_that_are_told_again_were_dropped()
    {
        const int runs = 30, each = 40;
        Random random = new(runs);
        FileNames names = new(mostNames: runs * 8);
        List<(long Ticks, string Name, bool Begins)> told = [];
        long ticks = 0;
        for (int run = 0; run < runs; run++)
        {
            (string name, int hook) = (s_names[random.Next(s_names.Length)], s_hooks[random.Next(s_hooks.Length)]);
            ticks++;
            for (int i = 0; i < each; i++)
                Tell(names, told, ticks += random.Next(3), name, hook);
        }

        Assert.Equal(0, names.Overflows);
        for (long at = 0; at <= ticks + 1; at++)
            Assert.Equal(Found(told, at), names.Find(1, at));
    }

    private static void Tell(FileNames to, List<(long Ticks, string Name, bool Begins)> told, long ticks, string name, int hook)
    {
        told.Add((ticks, name, hook is KernelHook.FileName or KernelHook.FileNameBegins));
        Tell(to, ticks, name, hook);
    }

    private static void Tell(FileNames to, long ticks, string name, int hook) =>
        to.Add([1, 0, 0, 0, 0, 0, 0, 0, .. Encoding.Unicode.GetBytes(name + "\0")], sizeof(ulong), ticks, hook);

    // The name that began or ended last, where it began or no other follows; else the next that is told.
    private static string Found(List<(long Ticks, string Name, bool Begins)> told, long ticks)
    {
        (long Ticks, string Name, bool Begins)[] all = [.. told.OrderBy(one => one.Ticks)];
        int before = Array.FindLastIndex(all, one => one.Ticks <= ticks);
        int behind = before + 1 == all.Length ? -1 : Array.FindLastIndex(all, one => one.Ticks == all[before + 1].Ticks);
        return before >= 0 && (behind < 0 || all[before].Begins) ? all[before].Name : all[behind].Name;
    }

    private static void AssertAnswers(ToldTimes times, List<(ulong Key, long Ticks, bool Begins)> told)
    {
        for (ulong key = 0; key <= Keys; key++)
        {
            int[] all = [.. Enumerable.Range(0, told.Count).Where(i => told[i].Key == key).OrderBy(i => told[i].Ticks)];
            for (long ticks = -1; ticks <= MostTicks; ticks++)
            {
                Assert.Equal(Meant(all, told, ticks), times.Meant(key, ticks));
                Assert.Equal((all.LastOrDefault(i => told[i].Ticks <= ticks, -1), Behind(all, told, ticks)), times.Around(key, ticks));
            }
        }
    }

    private static int Meant(int[] all, List<(ulong Key, long Ticks, bool Begins)> told, long ticks)
    {
        if (all.Length == 0)
            return -1;
        if (all.Length == 1)
            return all[0];
        int end = Array.FindIndex(all, i => !told[i].Begins && told[i].Ticks >= ticks);
        int begin = Array.FindLastIndex(all[..(end < 0 ? all.Length : end)], i => told[i].Begins && told[i].Ticks <= ticks);
        if (begin >= 0 && all[begin..].Any(i => !told[i].Begins && told[i].Ticks < ticks))
            begin = -1;
        return begin >= 0 ? all[begin] : end >= 0 ? all[end] : all[^1];
    }

    // Of several at one time the last one counts.
    private static int Behind(int[] all, List<(ulong Key, long Ticks, bool Begins)> told, long ticks)
    {
        int first = all.FirstOrDefault(i => told[i].Ticks > ticks, -1);
        return first < 0 ? -1 : all.Last(i => told[i].Ticks == told[first].Ticks);
    }
}
