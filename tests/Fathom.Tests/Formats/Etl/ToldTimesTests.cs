using System.Text;
using Fathom.Formats.Etl;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>What a key meant at a time, beside a search through all that was told of it.</summary>
public sealed class ToldTimesTests
{
    private const int Keys = 3;
    private const int MostTicks = 60;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(7)]
    [InlineData(200)]
    public void Each_time_is_answered_as_by_a_search_through_all(int tellings)
    {
        Random random = new(tellings);
        ToldTimes times = new();
        List<(ulong Key, long Ticks, bool Begins)> told = [];
        for (int i = 0; i < tellings; i++)
        {
            told.Add(((ulong)random.Next(Keys), random.Next(MostTicks), random.Next(2) == 0));
            Assert.Equal(i, times.Count);
            times.Add(told[i].Key, told[i].Ticks, told[i].Begins);
        }

        for (ulong key = 0; key <= Keys; key++)
        {
            int[] all = [.. Enumerable.Range(0, tellings).Where(i => told[i].Key == key).OrderBy(i => told[i].Ticks)];
            for (long ticks = -1; ticks <= MostTicks; ticks++)
            {
                Assert.Equal(Meant(all, told, ticks), times.Meant(key, ticks));
                Assert.Equal((all.LastOrDefault(i => told[i].Ticks <= ticks, -1), Behind(all, told, ticks)), times.Around(key, ticks));
            }
        }
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

    private static void Tell(FileNames to, long ticks, string name, int hook) =>
        to.Add([1, 0, 0, 0, 0, 0, 0, 0, .. Encoding.Unicode.GetBytes(name + "\0")], sizeof(ulong), ticks, hook);

    private static int Meant(int[] all, List<(ulong Key, long Ticks, bool Begins)> told, long ticks)
    {
        if (all.Length == 0)
            return -1;
        if (all.Length == 1)
            return all[0];
        int end = Array.FindIndex(all, i => !told[i].Begins && told[i].Ticks >= ticks);
        int begin = Array.FindLastIndex(all[..(end < 0 ? all.Length : end)], i => told[i].Begins && told[i].Ticks <= ticks);
        return begin >= 0 ? all[begin] : end >= 0 ? all[end] : all[^1];
    }

    // Of several at one time the last one counts.
    private static int Behind(int[] all, List<(ulong Key, long Ticks, bool Begins)> told, long ticks)
    {
        int first = all.FirstOrDefault(i => told[i].Ticks > ticks, -1);
        return first < 0 ? -1 : all.Last(i => told[i].Ticks == told[first].Ticks);
    }
}
