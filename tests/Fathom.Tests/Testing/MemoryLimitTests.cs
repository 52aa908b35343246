extern alias testing;

using System.Globalization;
using System.Text.RegularExpressions;
using Xunit;
using testing::Fathom.Testing;

namespace Fathom.Tests.Testing;

[Collection(nameof(OwnMemory))]
public sealed class MemoryLimitTests
{
    private static readonly List<object> s_kept = [];

    [Fact]
    public void Garbage_is_no_growth() => MemoryLimit.NoGrowth(() => GC.KeepAlive(new byte[100_000]));

    [Fact]
    public void A_cache_that_fills_during_the_warm_up_is_no_growth()
    {
        Dictionary<int, byte[]> cache = [];
        int run = 0;
        MemoryLimit.NoGrowth(() => cache.TryAdd(run++ % 10, new byte[10_000]));
        Assert.Equal(10, cache.Count);
    }

    [Fact]
    public async Task Growth_is_told_with_slope_and_the_types_that_grow()
    {
        s_kept.Clear();
        MemoryLimitException broken = await Assert.ThrowsAsync<MemoryLimitException>(() => MemoryLimit.NoGrowth(async () =>
        {
            await Task.Yield();
            for (int i = 0; i < 100; i++)
                s_kept.Add(new Wide[100]);
            s_kept.Add(new Leaked());
        }));
        s_kept.Clear();

        // 100 arrays of 100 references, 824 bytes each, and 24 bytes.
        Assert.StartsWith("Live memory grows by 82.4 KB per iteration: by 7.4 MB in 90 iterations.\n", broken.Message, StringComparison.Ordinal);
        Assert.Contains("Fathom.Tests.Testing.Wide[]", broken.Message, StringComparison.Ordinal);
        Assert.True(Regex.IsMatch(broken.Message, @"Fathom\.Tests\.Testing\.Leaked +\+90 "), broken.Message);
    }

    [Fact]
    public void Small_strings_that_leak_are_named_although_the_count_makes_strings_itself()
    {
        s_kept.Clear();
        int number = 0;
        MemoryLimitException broken = Assert.Throws<MemoryLimitException>(() => MemoryLimit.NoGrowth(() =>
        {
            for (int i = 0; i < 500; i++)
                s_kept.Add((++number).ToString("000000", CultureInfo.InvariantCulture));
        }));
        s_kept.Clear();

        // 500 in each of the 90 iterations, of 22 bytes and 2 per character, rounded up to 40; the test framework can have a string of its own.
        Match row = Regex.Match(broken.Message, @"\n  System\.String +\+([\d,]+) +\+([\d.]+) MB\n");
        Assert.True(row.Success, broken.Message);
        Assert.InRange(int.Parse(row.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture), 44_900, 45_100);
        Assert.True(double.Parse(row.Groups[2].Value, CultureInfo.InvariantCulture) is > 1.7 and < 1.9, broken.Message);
        Assert.StartsWith("  System.String ", broken.Message.Split('\n')[2], StringComparison.Ordinal);
        // What the count needs itself is no growth of the action.
        Assert.DoesNotContain("Fathom.Testing.", broken.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void An_array_that_is_doubled_now_and_then_is_growth()
    {
        List<(long, long, long, long, long, long, long, long, long, long, long, long, long, long)> kept = [];
        MemoryLimitException broken = Assert.Throws<MemoryLimitException>(() => MemoryLimit.NoGrowth(() => kept.Add(default)));
        Assert.Contains(" in 1,440 iterations", broken.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void An_exception_of_the_action_is_its_own() =>
        Assert.Equal("mine", Assert.Throws<InvalidOperationException>(() => MemoryLimit.NoGrowth((Action)(() => throw new InvalidOperationException("mine")))).Message);

    [Fact]
    public async Task One_check_within_another_is_refused_and_a_second_one_waits()
    {
        Assert.Throws<InvalidOperationException>(() => MemoryLimit.NoGrowth(() => MemoryLimit.NoGrowth(() => { })));

        int inside = 0, most = 0;
        await Task.WhenAll(Enumerable.Range(0, 2).Select(_ => Task.Run(() => MemoryLimit.NoGrowth(() =>
        {
            most = Math.Max(most, Interlocked.Increment(ref inside));
            Interlocked.Decrement(ref inside);
        }))));
        Assert.Equal(1, most);
    }

    [Fact]
    public void Growth_within_the_allowance_passes()
    {
        s_kept.Clear();
        MemoryLimit.NoGrowth(() => s_kept.Add(new byte[50_000]), allowedBytesPerIteration: 60_000);
        s_kept.Clear();
    }

    [Fact]
    public void Too_few_iterations_are_refused() => Assert.Throws<ArgumentOutOfRangeException>(() => MemoryLimit.NoGrowth(() => { }, 23));

    [Theory]
    [InlineData(false, 0, 0, 0, 0, 0, 0, 0, 0)]
    [InlineData(false, 0, 9000, 0, 9000, 0, 9000, 0, 9000)]
    [InlineData(false, 100, 200, 300, 400, 500, 600, 700, 800)]
    [InlineData(true, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000)]
    [InlineData(true, 1000, 9000, 8000, 20000, 19000, 40000, 39000, 60000)]
    [InlineData(true, 0, 0, 64000, 64000, 64000, 128000, 128000, 192000)]
    [InlineData(false, 90000, 50000, 40000, 30000, 20000, 10000, 10000, 10000)]
    public void A_series_grows_or_not(bool grows, params int[] bytes)
    {
        GrowthSeries series = new(bytes.Length, 1);
        foreach (int reading in bytes)
            series.Add(reading);
        Assert.Equal(grows, series.Grows(0));
    }
}
