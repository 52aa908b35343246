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

        Assert.StartsWith("Live memory grows by ", broken.Message, StringComparison.Ordinal);
        // An array of 100 references is 824 bytes, its place in the list 8 to 16. Far more than the pools of this process, which hold what other tests have left, give back in these 84 iterations.
        Assert.Matches(@"^Live memory grows by (7[5-9]|8\d|9[0-4])\.\d KB per iteration: from .* in 84 iterations\.", broken.Message);
        Assert.Contains("Fathom.Tests.Testing.Wide[]", broken.Message, StringComparison.Ordinal);
        Assert.True(Regex.IsMatch(broken.Message, @"Fathom\.Tests\.Testing\.Leaked +\+7 "), broken.Message);
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

        // 500 in each of the 7 more iterations, of 22 bytes and 2 per character, rounded up to 40; the test framework can have a string of its own.
        Match row = Regex.Match(broken.Message, @"\n  System\.String +\+([\d,]+) +\+([\d.]+) KB\n");
        Assert.True(row.Success, broken.Message);
        Assert.InRange(int.Parse(row.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture), 3_490, 3_510);
        Assert.True(double.Parse(row.Groups[2].Value, CultureInfo.InvariantCulture) is > 139 and < 142, broken.Message);
        // A type that comes up between two counts is one more row of their results.
        Assert.StartsWith("  System.String ", broken.Message.Split('\n')[2], StringComparison.Ordinal);
        Assert.DoesNotMatch(@"Fathom\.Testing\.\S+ +\+\d\d", broken.Message);
    }

    [Fact]
    public void What_counting_itself_leaves_is_taken_off_type_by_type()
    {
        LiveInstances idle = Counts(("A", 10, 100), ("Own", 5, 50), ("Shrinks", 9, 90));
        LiveInstances before = Counts(("A", 10, 100), ("Own", 12, 120), ("Shrinks", 9, 90));
        LiveInstances after = Counts(("A", 10, 164), ("Own", 19, 190), ("Shrinks", 2, 20), ("New", 7, 7000), ("Few", 1, 90_000));

        Assert.Equal(
            "types that grow  objects     bytes\n  New                 +7   +7000 B\n  Few                 +1  +90.0 KB\n  A                    0     +64 B\n"
            + "(in 7 more iterations, without what counting itself leaves)\n",
            GrowthTable.Of(idle, before, after, 7));
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

    private static LiveInstances Counts(params (string Type, long Count, long Bytes)[] types) =>
        new(types.ToDictionary(type => type.Type, type => new InstanceCount(type.Type, type.Count, type.Bytes)), []);
}
